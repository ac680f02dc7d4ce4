import { expect, it } from 'vitest'

import { furtherChanges, variationFields, withChange, withFurtherChanges } from './form.ts'

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

it('gives for a setup what is sent, and takes it over as it was', () => {
  const changes = [{}, { model: 'b' }, { quality: 'low' }]
  expect(furtherChanges({ fields, variations: 1, changes })).toEqual([])
  expect(furtherChanges({ fields, variations: 2, changes })).toEqual([{ model: 'b' }])
  expect(furtherChanges({ fields, variations: 4, changes })).toEqual([...changes.slice(1), {}])
  expect(withFurtherChanges([])).toEqual({ variations: 1, changes: [{}] })
  for (const further of [[{}], [{ model: 'b' }, {}, { resolution: '2K' }]])
    expect(furtherChanges({ fields, ...withFurtherChanges(further) })).toEqual(further)
})
