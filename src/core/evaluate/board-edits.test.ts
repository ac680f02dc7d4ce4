import { expect, test } from 'vitest'

import {
  addCases,
  addConfiguration,
  boardVariables,
  editChecks,
  editConfiguration,
  newBoard,
  replaced,
  type EditWorld,
} from './board-edits.ts'
import type { Board } from './board.ts'

let ids = 0
const world: EditWorld = { clock: { now: () => 1 }, random: { uuid: () => `id${++ids}` } }

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
  expect(addConfiguration(world, full, 0)).toBe(full)
})

test('a copy stands behind its original and is changed alone', () => {
  const copied = addConfiguration(world, board, 0)
  const id = idOf(copied.configurations, 1)
  const next = editConfiguration(copied, { id, model: 'medium', settings: {} })
  expect(models(next)).toEqual(['small', 'medium', 'large'])
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
  const one = editChecks(withCases, undefined, () => [{ id: 'x', type: 'contains', value: 'x' }])
  const both = editChecks(one, caseId, (before) => [
    ...before,
    { id: 'y', type: 'equals', value: 'y' },
  ])
  expect(both.checks).toMatchObject([{ type: 'contains', value: 'x' }])
  expect(both.cases[1]?.checks).toMatchObject([{ type: 'equals', value: 'y' }])
  const edited = editChecks(both, caseId, (before) =>
    replaced(before, { id: 'y', type: 'equals', value: 'z' }),
  )
  expect(edited.cases[1]?.checks).toMatchObject([{ value: 'z' }])
  expect(edited.cases[0]).toBe(both.cases[0])
  expect(editChecks(edited, caseId, () => []).cases[1]).not.toHaveProperty('checks')
})

test('the variables are those of prompt, system messages, messages and cases, each once', () => {
  const mixed = addCases(world, board, [
    { variables: { input: '1', topic: '2' } },
    { variables: {}, messages: [{ role: 'user', content: 'About {{place}}' }] },
  ])
  expect(boardVariables(mixed)).toEqual(['input', 'language', 'place', 'topic'])
})
