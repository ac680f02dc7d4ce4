// @ts-check
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'
import { ask, call, open, openSettings, signIn } from './scene-steps.mjs'

/** @typedef {import('playwright').Page} Page */

/**
 * The screens of the README's features: each brings one into view.
 * @type {Record<string, (page: Page) => Promise<void>>}
 */
export const features = {
  chat: async (page) => {
    await ask(page, '/markdown')
    await openSettings(page)
    const code = page.getByRole('log').getByRole('heading', { name: 'Code', exact: true })
    await code.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  },
  inspector: async (page) => {
    await ask(page, 'What can you do?')
    await page.getByRole('button', { name: 'Inspector', exact: true }).click()
    await page.getByRole('tab', { name: 'Headers', exact: true }).click()
  },
  evaluate: async (page) => {
    await open(page, 'Evaluate')
    await page.getByRole('button', { name: 'Example board' }).click()
    await page.getByRole('button', { name: 'Run all' }).click()
    await page.getByText('Done: 12 of 12').waitFor()
  },
  image: async (page) => {
    await open(page, 'Image')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose image' }).click()
    await (await chooser).setFiles(path.join(root, 'public/samples/harbour.jpg'))
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('sepia, text "Harbor"')
    await page.getByRole('button', { name: 'Edit image', exact: true }).click()
    await page.getByRole('img', { name: 'Edited image', exact: true }).waitFor()
    await page.getByRole('radio', { name: 'Slider', exact: true }).check()
  },
  wallet: async (page) => {
    await signIn(page)
    await page.getByText('$100.00').first().waitFor()
    await page.getByRole('radio', { name: '$10', exact: true }).check()
    await page.getByRole('button', { name: 'Top up', exact: true }).click()
    await page.getByRole('button', { name: 'Confirm and sign $10.00', exact: true }).waitFor()
  },
  explore: async (page) => {
    await call(page, 'GET', '/models')
    const response = page.getByRole('region', { name: 'Response' })
    await response.getByText('sandbox-chat').first().waitFor()
  },
}
