import { expect, test } from 'vitest'

import {
  addCases,
  addCheck,
  addConfiguration,
  boardVariables,
  duplicateConfiguration,
  editBoard,
  editCase,
  editCheck,
  editConfiguration,
  newBoard,
  removeCases,
  removeCheck,
  removeConfiguration,
  restoreCases,
  restoreConfigurations,
  type EditWorld,
} from './board-edits.ts'
import type { Board } from './board.ts'

let ids = 0
let now = 0
const world: EditWorld = {
  clock: { now: () => ++now },
  random: { uuid: () => `id${++ids}` },
}

const board = newBoard(world, [
  { model: 'small', settings: {} },
  { model: 'large', settings: { temperature: 0 }, system: 'Write {{language}}.' },
])
const inputs = ['a', 'b', 'c', 'd']
const withCases = addCases(
  world,
  board,
  inputs.map((input) => ({ variables: { input } })),
)
const models = ({ configurations }: Board) => configurations.map(({ model }) => model)
const inputsOf = ({ cases }: Board) => cases.map(({ variables }) => variables['input'])
const idOf = (items: readonly { id: string }[], index: number) => items[index]?.id ?? ''

test('a new board has one variable in its prompt, and its configurations', () => {
  expect(board).toMatchObject({ prompt: '{{input}}', cases: [], checks: [], repeats: 1 })
  expect(models(board)).toEqual(['small', 'large'])
})

test('a configuration is added as a copy of the last, up to eight', () => {
  const three = addConfiguration(world, board)
  expect(models(three)).toEqual(['small', 'large', 'large'])
  expect(new Set(three.configurations.map(({ id }) => id)).size).toBe(3)
  let full = three
  for (let more = 0; more < 7; more++) full = addConfiguration(world, full)
  expect(full.configurations).toHaveLength(8)
  expect(duplicateConfiguration(world, full, idOf(full.configurations, 0))).toBe(full)
})

test('a copy stands behind its original and is changed alone', () => {
  const copied = duplicateConfiguration(world, board, idOf(board.configurations, 0))
  const id = idOf(copied.configurations, 1)
  const next = editConfiguration(world, copied, { id, model: 'medium', settings: {} })
  expect(models(next)).toEqual(['small', 'medium', 'large'])
  expect(next.updatedAt).toBeGreaterThan(copied.updatedAt)
})

test('a removed configuration comes back in its place, and the last one cannot be removed', () => {
  const { board: one, removed } = removeConfiguration(world, board, idOf(board.configurations, 0))
  expect(models(one)).toEqual(['large'])
  expect(removeConfiguration(world, one, idOf(one.configurations, 0)).board).toBe(one)
  expect(models(restoreConfigurations(world, one, removed))).toEqual(['small', 'large'])
})

test('removed cases come back in their places, also after an edit of another', () => {
  const ids = [idOf(withCases.cases, 0), idOf(withCases.cases, 2)]
  const { board: rest, removed } = removeCases(world, withCases, ids)
  expect(inputsOf(rest)).toEqual(['b', 'd'])
  const changed = editCase(world, rest, { id: idOf(rest.cases, 1), variables: { input: 'e' } })
  expect(inputsOf(restoreCases(world, changed, removed))).toEqual(['a', 'b', 'c', 'e'])
})

test('the prompt of a new board gets the variables of its first cases', () => {
  const prompts = (...names: string[]) =>
    addCases(world, board, [{ variables: Object.fromEntries(names.map((name) => [name, '1'])) }])
      .prompt
  expect(prompts('question')).toBe('{{question}}')
  expect(prompts('city', 'year')).toBe('city: {{city}}\nyear: {{year}}')
  expect(prompts('year', 'input')).toBe('{{input}}')
  expect(addCases(world, withCases, [{ variables: { city: '1' } }]).prompt).toBe('{{input}}')
})

test('the board and a case have checks of their own', () => {
  const caseId = idOf(withCases.cases, 1)
  const one = addCheck(world, withCases, { type: 'contains', value: 'x' })
  const both = addCheck(world, one, { type: 'equals', value: 'y' }, caseId)
  const own = both.cases[1]?.checks ?? []
  expect(both.checks).toMatchObject([{ type: 'contains', value: 'x' }])
  expect(own).toMatchObject([{ type: 'equals', value: 'y' }])
  const edited = editCheck(world, both, { id: idOf(own, 0), type: 'equals', value: 'z' }, caseId)
  expect(edited.cases[1]?.checks).toMatchObject([{ value: 'z' }])
  expect(edited.cases[0]).toBe(both.cases[0])
  const none = removeCheck(world, edited, idOf(own, 0), caseId)
  expect(none.cases[1]).not.toHaveProperty('checks')
  expect(removeCheck(world, none, idOf(none.checks, 0)).checks).toEqual([])
})

test('a spend limit is set and removed', () => {
  const limited = editBoard(world, board, { spendLimit: 50_000 })
  expect(editBoard(world, limited, { name: 'Capitals' })).toMatchObject({
    name: 'Capitals',
    spendLimit: 50_000,
  })
  expect(editBoard(world, limited, { spendLimit: undefined })).not.toHaveProperty('spendLimit')
})

test('the variables are those of prompt, system messages, messages and cases, each once', () => {
  const mixed = addCases(world, board, [
    { variables: { input: '1', topic: '2' } },
    { variables: {}, messages: [{ role: 'user', content: 'About {{place}}' }] },
  ])
  expect(boardVariables(mixed)).toEqual(['input', 'language', 'place', 'topic'])
})
