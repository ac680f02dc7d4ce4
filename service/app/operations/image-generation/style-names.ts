/** The names that `style_preset` takes, as `GET /image/styles` lists them. */
export const STYLE_NAMES = [
  'Flat',
  'Monochrome',
  'Negative',
  'Pixel Art',
  'Soft Focus',
  'Vivid',
  'Warm',
] as const
