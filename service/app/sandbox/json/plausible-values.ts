import values from './plausible-values.json' with { type: 'json' }

/** Values that fit a member; there may be none. */
export interface Plausible {
  /** One for each item of a list, from the first again when they run out. */
  texts: readonly string[]
  number: number | undefined
}

/** The names around a member that are read, characters; the innermost are the last, and say most. */
const MAX_NAMES_CHARS = 300

/** What fits a member by its name, which comes last, and by those around it: the first row that matches. */
export function plausible(names: string): Plausible {
  // `prepTime` and `prep_time` are "prep time".
  const words = ` ${names.slice(-MAX_NAMES_CHARS)}`
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trimEnd()
    .toLowerCase()
  const isNamed = ({ names: ends }: { names: readonly string[] }) =>
    ends.some((end) => words.endsWith(` ${end}`))
  const row = values.texts.find(
    (one) => isNamed(one) && (one.about?.some((word) => words.includes(` ${word}`)) ?? true),
  )
  return { texts: row?.values ?? [], number: values.numbers.find(isNamed)?.value }
}
