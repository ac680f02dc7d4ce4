import { attributeOf, walkMarkup } from '../../../app/inference/documents/markup.ts'
import type { Archive } from './archive.ts'
import { readXmlPart } from './package-parts.ts'

/** Relation id → part name, for a part of an office package. What lies outside is left out. */
export function relationTargets(archive: Archive, part: string): ReadonlyMap<string, string> {
  const slash = part.lastIndexOf('/') + 1
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
  const targets = new Map<string, string>()
  if (!archive.has(name)) return targets
  walkMarkup(readXmlPart(archive, name), {
    open: (element, attributes) => {
      const id = attributeOf(attributes, 'id')
      const target = attributeOf(attributes, 'target')
      if (element === 'relationship' && id !== undefined && target !== undefined)
        targets.set(id, resolvePart(part, target))
    },
  })
  return targets
}

/** A reference in one part as the name of another: `../a b.xml#x` in `ppt/slides/1.xml` is `ppt/a b.xml`. */
export function resolvePart(from: string, reference: string): string {
  const base = `part:/${from.split('/').map(encodeURIComponent).join('/')}`
  if (!URL.canParse(reference, base)) return ''
  const { pathname } = new URL(reference, base)
  try {
    return decodeURIComponent(pathname.slice(1))
  } catch {
    return ''
  }
}
