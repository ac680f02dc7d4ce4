import type { Locator } from '@playwright/test'

import { expectAccessible, PANELS } from '../support/accessibility.ts'
import type { ChatScreen } from '../support/chat-screen.ts'
import { expect, test } from '../support/fixtures.ts'

async function openJson({ settings }: ChatScreen): Promise<Locator> {
  await settings.getByRole('radio', { name: 'JSON', exact: true }).check()
  const editor = settings.getByRole('textbox', { name: 'Request JSON' })
  await expect(editor).toBeVisible()
  return editor
}

async function write(editor: Locator, body: unknown): Promise<void> {
  await editor.click()
  await editor.press('ControlOrMeta+a')
  await editor.page().keyboard.insertText(typeof body === 'string' ? body : JSON.stringify(body))
}

const apply = ({ settings }: ChatScreen) => settings.getByRole('button', { name: 'Apply' })

test('the request as JSON follows the form, keeps an edit, marks faults, proposes names, and is left with Tab', async ({
  chat,
  page,
}) => {
  await chat.settings.getByRole('spinbutton', { name: 'temperature', exact: true }).fill('0.4')
  const editor = await openJson(chat)
  await expect(editor).toContainText('"temperature": 0.4')
  await expect(editor).toContainText('"stream": true')

  await test.step('an edit that was not applied is not lost, and not sent', async () => {
    await editor.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('{"model": "half')
    await page.reload()
    await expect(editor).toContainText('"half')
    await write(editor, '{"model": "sandbox-fast", "messages": []}')
    await chat.settings.getByRole('radio', { name: 'Form' }).check()
    await chat.settings.getByRole('radio', { name: 'JSON', exact: true }).check()
    await expect(editor).toContainText('sandbox-fast')
    await expect(chat.settings).toContainText('Edited, not applied yet: the form is what is sent.')
    await expect(chat.model).toHaveValue('default')
    await chat.settings.getByRole('button', { name: 'Discard' }).click()
    await expect(editor).toContainText('"default"')
  })

  await test.step('editing one message keeps the answer beside it, and can be undone', async () => {
    const answer = await chat.ask('First')
    const said = await answer.textContent()
    await expect(editor).toContainText('"First"')
    await editor.getByText('"First"', { exact: true }).dblclick()
    await page.keyboard.insertText('Second')
    await apply(chat).click()
    const user = page.getByRole('article', { name: 'User message' })
    await expect(user).toContainText('Second')
    await expect(chat.answers).toHaveCount(1)
    expect(await chat.answers.first().textContent()).toBe(said)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(user).toContainText('First')
  })

  await test.step('faults are marked in the sentences of the panel', async () => {
    await write(editor, '{"model": "m", "messages": [], "temperature": 3, "top_a": 1}')
    const marks = chat.settings.locator('.cm-lintRange')
    await expect(marks).toHaveText(['3', '"top_a"'])
    await marks.first().hover()
    await expect(page.getByText('temperature is 3, but must be at most 2.')).toBeVisible()
    await write(editor, '{"model": "m", "messages": [],}')
    await expect(chat.settings.getByRole('status')).toContainText('Trailing comma before }.')
    await expect(apply(chat)).toBeDisabled()
  })

  await test.step('names and values are proposed from the tables', async () => {
    await write(editor, '{"model": "default", "messages": [], ')
    await page.keyboard.type('"reasoning_e')
    await page.getByRole('option', { name: /reasoning_effort/ }).click()
    await expect(editor).toContainText('"reasoning_effort": ""')
    await page.keyboard.type('xh')
    await page.getByRole('option', { name: '"xhigh"' }).click()
    await expect(editor).toContainText('"reasoning_effort": "xhigh"')
  })

  await test.step('typing over what is selected writes it, within the policy of the page', async () => {
    await editor.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('[1]')
    await expect(editor).toHaveText('[1]')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('"')
    await expect(editor).toHaveText('"[1]"')
  })

  await test.step('the editor is named, leaves with Tab and has no accessibility faults', async () => {
    await editor.focus()
    await editor.press('Tab')
    await expect(editor).not.toBeFocused()
    await expectAccessible(page, { include: PANELS })
  })
})

test(
  'an edit is taken over into model, settings and messages, and unknown fields are sent',
  { tag: '@smoke' },
  async ({ chat }) => {
    const editor = await openJson(chat)
    const body = {
      model: 'sandbox-chat',
      messages: [{ role: 'system', content: 'Be terse.' }],
      temperature: 0.3,
      top_a: 0.5,
      vendor_parameters: { enable_web_search: 'auto', mystery: [1] },
    }
    await write(editor, body)
    await apply(chat).click()
    await expect(chat.model).toHaveValue('sandbox-chat')
    await expect(chat.page.getByRole('article', { name: 'System message' })).toContainText(
      'Be terse.',
    )
    await chat.settings.getByRole('radio', { name: 'Form' }).check()
    await expect(
      chat.settings.getByRole('spinbutton', { name: 'temperature', exact: true }),
    ).toHaveValue('0.3')
    const sent = chat.settings.getByRole('list', { name: 'Sent', exact: true })
    for (const field of ['top_a', 'mystery'])
      await expect(sent.getByRole('button', { name: new RegExp(`^${field}`) })).toHaveAttribute(
        'title',
        'Undocumented: sent without validation',
      )
    const { messages } = body
    expect(await chat.echo()).toEqual({
      ...body,
      messages: [...messages, { role: 'user', content: '/echo' }],
    })
  },
)
