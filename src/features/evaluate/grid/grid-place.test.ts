import { expect, test } from 'vitest'

import { movedPlace } from './grid-place.ts'

const size = { rows: 100, columns: 2, page: 10 }
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false })

test('behavior: arrow keys move by one cell and stop at the edges', () => {
  expect(movedPlace({ row: 0, column: 1 }, press('ArrowDown'), size)).toEqual({ row: 1, column: 1 })
  expect(movedPlace({ row: 0, column: 1 }, press('ArrowUp'), size)).toEqual({ row: 0, column: 1 })
  expect(movedPlace({ row: 3, column: 1 }, press('ArrowLeft'), size)).toEqual({ row: 3, column: 0 })
  expect(movedPlace({ row: 3, column: 2 }, press('ArrowRight'), size)).toEqual({
    row: 3,
    column: 2,
  })
})

test('behavior: pages and the ends of rows and of the grid have keys', () => {
  const from = { row: 50, column: 1 }
  expect(movedPlace(from, press('PageDown'), size)).toEqual({ row: 60, column: 1 })
  expect(movedPlace(from, press('PageUp'), size)).toEqual({ row: 40, column: 1 })
  expect(movedPlace(from, press('Home'), size)).toEqual({ row: 50, column: 0 })
  expect(movedPlace(from, press('End'), size)).toEqual({ row: 50, column: 2 })
  expect(movedPlace(from, press('Home', true), size)).toEqual({ row: 0, column: 0 })
  expect(movedPlace(from, press('End', true), size)).toEqual({ row: 99, column: 2 })
  expect(movedPlace(from, press('a'), size)).toBeUndefined()
})
