import type { ApiOperation } from '../client/queries/openapi.ts'

/** Operations under one tag. */
export interface OperationGroup {
  tag: string
  operations: readonly ApiOperation[]
}

/** The operations that hold every word of the text, by tag, in the order of the description. */
export function findOperations(
  operations: readonly ApiOperation[],
  text: string,
): OperationGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = operations.filter(({ key, tag, summary }) => {
    const searched = `${key} ${tag} ${summary}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
  const groups = new Map<string, ApiOperation[]>()
  for (const operation of found)
    groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation])
  return [...groups].map(([tag, inTag]) => ({ tag, operations: inTag }))
}
