import { fieldExamples } from '../../../../contract/chat/request/field-examples.ts'
import type { FieldGroup } from '../../../../contract/field-rule.ts'
import { isWritten, setAlone, settings } from '../../../../e2e/support/setting-fields.ts'
import { expect, test } from '../../../app/testing/open-page.tsx'

const groups: readonly [FieldGroup, string][] = [
  ['common', 'Common'],
  ['sampling', 'Sampling'],
  ['limits', 'Limits'],
  ['reasoning', 'Reasoning'],
  ['output', 'Output'],
  ['tools', 'Tools'],
  ['advanced', 'Advanced'],
  ['vendor', 'Vendor'],
]

test('every field of the tables belongs to a group that is tested', () => {
  const tested = new Set<string>(groups.map(([group]) => group))
  expect(settings.filter(({ rule }) => !tested.has(rule.group))).toEqual([])
  for (const { path } of settings) expect(fieldExamples, path).toHaveProperty([path])
})

// What is written as JSON: e2e/chat/settings-fields.spec.ts.
for (const [group, label] of groups)
  test(`${label}: each field arrives as it was set, and alone`, async ({ chat }) => {
    await chat.chooseModel('sandbox-chat')
    for (const setting of settings.filter(({ rule }) => rule.group === group))
      if (!isWritten(setting)) await setAlone(chat, setting.path)
  })
