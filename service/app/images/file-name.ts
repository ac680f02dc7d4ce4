import type { ImageFormat } from '../../../contract/image/output-format.ts'

/** The `Content-Disposition` of a result: the source's own name where it has one, in plain letters. */
export function disposition(sourceName: string, resolution: string, format: ImageFormat): string {
  const base = sourceName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  const ending = format === 'jpeg' ? 'jpg' : format
  return `attachment; filename="${base === '' ? 'image' : base}-edited-${resolution.toLowerCase()}.${ending}"`
}
