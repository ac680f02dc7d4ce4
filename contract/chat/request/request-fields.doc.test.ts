import { expect, test } from 'vitest'

import { limitsInWords, type FieldTable } from '../../field-rule.ts'
import { describedChatFields, describedVendorFields } from './field-meanings.ts'

function rows(table: FieldTable): string[] {
  return Object.entries(table).map(([name, rule]) => {
    const { control, required, meaning } = rule
    const kind = control.kind === 'number' && control.integer ? 'integer' : control.kind
    const without = required
      ? 'required'
      : rule.default === undefined
        ? ''
        : `\`${JSON.stringify(rule.default)}\``
    return `| \`${name}\` | ${kind} | ${limitsInWords(control)} | ${without} | ${meaning} |`
  })
}

const head = ['| Field | Kind | Limits | Default | Meaning |', '|---|---|---|---|---|']

test('docs/request-fields.md says what the tables say', async () => {
  const page = [
    '# Fields of a chat request',
    '',
    'Made from `contract/chat/request/request-fields.ts`; `npx vitest run contract -u` writes it.',
    '',
    '## Body of `POST /chat/completions`',
    '',
    ...head,
    ...rows(describedChatFields),
    '',
    '## `vendor_parameters`',
    '',
    ...head,
    ...rows(describedVendorFields),
    '',
  ]
  await expect(page.join('\n')).toMatchFileSnapshot('../../../docs/request-fields.md')
})
