import { expect, it } from 'vitest'

import { variationFields, withChange } from './form.ts'

const fields = { prompt: 'warm', model: 'a', resolution: '1K' }

it('gives every variation the fields of the form and its own changes', () => {
  expect(variationFields({ fields, variations: 1, changes: [{}, { model: 'b' }] })).toEqual([
    fields,
  ])
  expect(
    variationFields({ fields, variations: 3, changes: [{}, { model: 'b' }, { resolution: '2K' }] }),
  ).toEqual([fields, { ...fields, model: 'b' }, { ...fields, resolution: '2K' }])
})

it('changes one variation and leaves the others as they were', () => {
  const changed = withChange([], 2, 'model', 'b')
  expect(changed).toEqual([{}, {}, { model: 'b' }])
  expect(withChange(changed, 2, 'model', undefined)).toEqual([{}, {}, {}])
  expect(withChange(changed, 1, 'quality', 'low')).toEqual([{}, { quality: 'low' }, { model: 'b' }])
})
