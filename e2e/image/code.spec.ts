import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/image-fixtures.ts'
import { photo } from '../support/image-screen.ts'

const run = promisify(execFile)

const test = base.extend<{ folder: string }>({
  // oxlint-disable-next-line no-empty-pattern -- the fixture needs none of the others
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'image-code-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

test('the code of an edit gives the same image when it is run, sent as a form and as JSON', async ({
  image,
  page,
  folder,
  service,
}) => {
  const file = await photo({ type: 'jpeg' }, "it's a photo.jpg")
  await image.choose(file)
  await image.prompt.fill(`make it warm; text "It's $HOME @x;type=a"`)
  await image.pick('Aspect ratio', '1:1')
  await page.getByText('Advanced', { exact: true }).click()
  const env = { ...process.env, VENDOR_API_KEY: service.ready.apiKey }
  const modules = path.resolve('node_modules')
  const languages = ['curl', 'JavaScript (fetch)', 'JavaScript (openai)']
  for (const [body, isForm] of [
    ['Form (multipart)', true],
    ['JSON', false],
  ] as const) {
    await image.pick('Body', body)
    await image.send()
    await expect(image.edited).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const expected = await readFile(await (await download).path())

    await page.getByRole('button', { name: 'Inspect', exact: true }).click()
    await page.getByRole('tab', { name: 'Code' }).click()
    const texts = new Map<string, string>()
    for (const language of languages) {
      await page
        .getByRole('radiogroup', { name: 'Language' })
        .getByRole('radio', { name: language, exact: true })
        .check()
      const code = page.getByRole('group', { name: 'Code' })
      await expect(code).toContainText(language === 'curl' ? 'curl ' : 'import ')
      await expect(code).toContainText(isForm ? /--form|new FormData/ : 'base64')
      const text = (await code.textContent()) ?? ''
      expect(text).not.toContain(service.ready.apiKey)
      texts.set(language, text)
    }
    const runs = [...texts].map(async ([language, text]) => {
      const cwd = await mkdtemp(path.join(folder, 'run-'))
      // Under the name that the code gives to it.
      await writeFile(path.join(cwd, 'it-s-a-photo.jpg'), file.buffer)
      if (language === 'curl') await run('bash', ['-c', text], { cwd, env })
      else {
        const openai = JSON.stringify(path.join(modules, 'openai/index.mjs'))
        await writeFile(path.join(cwd, 'run.mjs'), text.replace('"openai"', openai))
        await run(process.execPath, ['run.mjs'], { cwd, env })
      }
      const received = await readFile(path.join(cwd, 'answer.png'))
      const message = `${received.byteLength} bytes by ${language}, ${body}`
      expect(received.equals(expected), message).toBe(true)
    })
    await Promise.all(runs)
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  }
})
