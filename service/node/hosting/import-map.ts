import { createHash } from 'node:crypto'

/**
 * The policy source of the page's single inline script, its import map: `sha256-…`. Undefined when
 * the page has none.
 */
export function importMapHash(html: string): string | undefined {
  const map = /<script\b[^<>]*\btype="importmap"[^<>]*>([^]*?)<\/script>/.exec(html)?.[1]
  return map === undefined
    ? undefined
    : `sha256-${createHash('sha256').update(map, 'utf8').digest('base64')}`
}
