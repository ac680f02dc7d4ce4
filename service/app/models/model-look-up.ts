import type { Model } from '../../../contract/models/model.ts'

/**
 * The id that a name spells in another way, as the real service forgives it: with dots, underscores or spaces,
 * in other letters, behind a provider's prefix. Undefined for none, and for several.
 */
export function forgivenId(models: readonly Model[], name: string): string | undefined {
  const same = models.filter(({ id }) => plain(id) === plain(name))
  return same.length === 1 ? same[0]?.id : undefined
}

/** The id that a wrong name is closest to, if it is close. */
export function closestId(models: readonly Model[], name: string): string | undefined {
  const wanted = pairsOf(plain(name))
  const [best] = models
    .map(({ id }) => ({ id, likeness: likeness(wanted, pairsOf(plain(id))) }))
    .toSorted((a, b) => b.likeness - a.likeness)
  return best !== undefined && best.likeness >= 0.5 ? best.id : undefined
}

function plain(name: string): string {
  const last = name.slice(0, 200).split('/').at(-1) ?? ''
  return last.toLowerCase().replaceAll(/[._\s-]+/g, '-')
}

function pairsOf(text: string): Set<string> {
  return new Set(
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)),
  )
}

/** The share of pairs of letters that two names have in common, 0 to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length
  return (2 * common) / Math.max(1, a.size + b.size)
}
