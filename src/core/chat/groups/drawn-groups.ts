/**
 * The groups that are drawn in full once those in `near` are: the others follow in the order in
 * which the reader left them, and only some of them stay.
 * @param drawn the keys drawn so far, the one longest away from the view first
 * @param isHeld whether a group must stay drawn wherever the reader is
 * @param recent how many groups away from the view stay drawn, the last that were near it
 */
export function drawnGroups(
  drawn: readonly number[],
  near: ReadonlySet<number>,
  isHeld: (key: number) => boolean,
  recent = 1,
): readonly number[] {
  const away = drawn.filter((key) => !near.has(key))
  const surplus = away.length - recent
  const stay = surplus > 0 ? away.filter((key, at) => at >= surplus || isHeld(key)) : away
  return [...stay, ...near]
}
