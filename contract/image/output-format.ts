/** Formats of an edited image. `jpg` is another word for `jpeg`. */
export const OUTPUT_FORMATS = ['jpeg', 'png', 'webp', 'jpg'] as const

/** A value of `output_format`. */
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** A format by its one name. */
export type ImageFormat = Exclude<OutputFormat, 'jpg'>

/** Resolution of a request that names none. */
export const DEFAULT_RESOLUTION = '1K'

/**
 * The format in force: what was asked for, else PNG for 1K edits and JPEG for 2K and 4K edits
 * (contract "POST /image/edit"). Other tiers are not described and are taken as PNG.
 */
export function outputFormat(request: {
  readonly output_format?: OutputFormat | undefined
  readonly resolution?: string | undefined
}): ImageFormat {
  const { output_format: asked, resolution = DEFAULT_RESOLUTION } = request
  if (asked !== undefined) return asked === 'jpg' ? 'jpeg' : asked
  return /^[24]k$/i.test(resolution) ? 'jpeg' : 'png'
}
