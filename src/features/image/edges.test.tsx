import type { FieldTable } from '../../../contract/field-rule.ts'
import {
  EDIT_MODEL_IDS,
  type EditFieldName,
  editFields,
} from '../../../contract/image/edit-request.ts'
import { photo } from '../../../e2e/support/image-screen.ts'
import { test as base } from '../../app/testing/image-area.ts'
import { expect } from '../../app/testing/open-page.tsx'

// So many refusals in a row would block a key of a service that counts to 20.
const test = base.extend({ serviceOptions: { likeProvider: true } })

interface Edge {
  field: EditFieldName
  value: unknown
}

/** Just inside and just outside every constraint of the contract's table, made from the table. */
function edgesOf(table: typeof editFields): { inside: Edge[]; outside: Edge[] } {
  const inside: Edge[] = []
  const outside: Edge[] = []
  for (const [name, rule] of Object.entries(table as FieldTable)) {
    const field = name as EditFieldName
    const { control } = rule
    if (control.kind === 'text') {
      const { minLength, maxLength } = control
      if (minLength !== undefined) {
        inside.push({ field, value: 'x'.repeat(minLength) })
        outside.push({ field, value: 'x'.repeat(minLength - 1) })
      }
      if (maxLength !== undefined) {
        inside.push({ field, value: 'x'.repeat(maxLength) })
        outside.push({ field, value: 'x'.repeat(maxLength + 1) })
      }
      outside.push({ field, value: 7 })
    }
    if (control.kind === 'choice') {
      for (const value of control.values) inside.push({ field, value })
      const [first = ''] = control.values
      outside.push({ field, value: `${first}x` }, { field, value: first.toUpperCase() + ' ' })
    }
    if (control.kind === 'boolean') {
      inside.push({ field, value: true }, { field, value: false })
      outside.push({ field, value: 'true' }, { field, value: 1 })
    }
  }
  return { inside, outside }
}

/** As few groups as have no field twice. */
function groupsOf<One extends Edge>(edges: readonly One[]): One[][] {
  return edges.reduce<One[][]>((groups, edge) => {
    const free = groups.find((group) => group.every(({ field }) => field !== edge.field))
    if (free) free.push(edge)
    else groups.push([edge])
    return groups
  }, [])
}

const fieldsOf = (group: readonly Edge[]): Record<string, unknown> =>
  Object.fromEntries(group.map(({ field, value }) => [field, value]))

test('every edge of the table is validated alike by the page and by the service', async ({
  image,
  page,
  service,
}) => {
  const { inside, outside } = edgesOf(editFields)
  expect(outside.map(({ field }) => field)).toEqual(
    expect.arrayContaining(Object.keys(editFields).filter((name) => name !== 'image')),
  )
  expect(inside.filter(({ field }) => field === 'modelId')).toHaveLength(EDIT_MODEL_IDS.length)

  const refusal = async (fields: object): Promise<string[]> => {
    const response = await fetch(`${service.ready.baseUrl}/image/edit`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.ready.apiKey}`,
        'Content-Type': 'application/json',
      },
      // A picture that is refused only after the fields were validated.
      body: JSON.stringify({ image: 'AAAA', prompt: 'x', ...fields }),
    })
    const { issues = [] } = (await response.json()) as {
      issues?: { path: (string | number)[]; message: string }[]
    }
    return issues.filter(({ path }) => path[0] !== 'image').map(({ message }) => message)
  }
  /** What the page says of fields that were left in the form of its tab. */
  const open = async (fields: object) => {
    await page.evaluate(
      (draft) => sessionStorage.setItem('playground.image', draft),
      JSON.stringify({ version: 1, transport: 'json', fields: { prompt: 'x', ...fields } }),
    )
    await page.goto('/image')
    await image.choose(await photo())
  }
  const told = async () =>
    (await page.getByRole('form', { name: 'Image edit' }).innerText()).replaceAll(/\s+/g, ' ')

  const wrong: (Edge & { messages: string[] })[] = []
  for (const { field, value } of outside) {
    const messages = await refusal({ [field]: value })
    const what = `${field} = ${JSON.stringify(value).slice(0, 40)}`
    if (field === 'prompt' && value === '') {
      // A prompt that is not written yet is asked for instead of shouted at.
      expect(messages, what).toHaveLength(1)
      await open({})
      await image.prompt.fill('')
      await expect(page.getByText('Write a prompt first.')).toBeVisible()
      await expect(image.edit).toBeDisabled()
      continue
    }
    expect(messages.length, what).toBeGreaterThan(0)
    // The page never sends the older name of model.
    if (field !== 'modelId') wrong.push({ field, value, messages })
  }
  // One of each field at a time: each has its own words, whatever else is wrong.
  for (const group of groupsOf(wrong)) {
    await open(fieldsOf(group))
    for (const { field, messages } of group)
      for (const message of messages) expect(await told(), field).toContain(message)
    await expect(image.edit, group.map(({ field }) => field).join()).toBeDisabled()
  }

  // The values of a choice are many: they are left in the form together.
  const groups = groupsOf(inside).map(fieldsOf)
  const forms = new Set<string>()
  for (const group of groups) {
    // A model of a list has limits of its own, which are proven elsewhere.
    const { modelId: _, ...others } = group
    const fields = { ...others, model: 'x' }
    const messages = await refusal({ ...group, model: 'x' })
    expect(messages.filter((message) => !/is no model|not.*found/i.test(message))).toEqual([])
    const form = JSON.stringify(fields)
    // Groups that differ by the older name of model alone are one form.
    if (forms.has(form)) continue
    forms.add(form)
    await open(fields)
    await expect(image.edit, form.slice(0, 80)).toBeEnabled()
  }
})
