// @ts-check
/** What a person does in the page, for pictures and for the tests that share their scenes. */

/** @typedef {import('playwright').Page} Page */

/** @param {Page} page @param {string} text */
export async function say(page, text) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** What stands below each complete response. @param {Page} page */
export function complete(page) {
  return page.getByRole('group', { name: 'Response metrics' })
}

/** Sends a message and waits until its response is complete. @param {Page} page @param {string} text */
export async function ask(page, text) {
  const before = await complete(page).count()
  await say(page, text)
  await complete(page).nth(before).waitFor()
}

/** @param {Page} page @param {string} area */
export async function open(page, area) {
  await page.getByRole('link', { name: area, exact: true }).click()
}

/** @param {Page} page @param {string} id */
export async function chooseModel(page, id) {
  const model = page.getByRole('combobox', { name: 'Model', exact: true })
  await model.fill(id)
  await model.press('Enter')
}

/** Shows the settings: beside the conversation, or on a phone in a sheet. @param {Page} page */
export async function openSettings(page) {
  const settings = page.getByRole('region', { name: 'Settings' })
  const button = page.getByRole('button', { name: /^Settings/ })
  await settings.or(button).first().waitFor()
  if (!(await settings.isVisible())) await button.click()
  await settings.getByRole('searchbox', { name: 'Search settings' }).waitFor()
  return settings
}

/** Sets a number among the settings. @param {Page} page @param {string} name @param {string} value */
export async function setNumber(page, name, value) {
  const settings = await openSettings(page)
  const search = settings.getByRole('searchbox', { name: 'Search settings' })
  await search.fill(name)
  const field = settings.getByRole('spinbutton', { name: new RegExp(`^${name}(?:,|$)`) })
  await field.fill(value)
  await field.press('Tab')
  await search.fill('')
}

/** A call from Explore. @param {Page} page @param {string} method @param {string} path */
export async function call(page, method, path) {
  await open(page, 'Explore')
  const form = page.getByRole('form', { name: 'Request' })
  await form.getByRole('combobox', { name: 'Method', exact: true }).selectOption(method)
  await form.getByRole('textbox', { name: 'Path' }).fill(path)
  await form.getByRole('button', { name: 'Send', exact: true }).click()
}

/** Signs in with the wallet that is built in, without any credit. @param {Page} page */
export async function signIn(page) {
  await open(page, 'Wallet')
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
  await page.getByRole('button', { name: 'Practice wallet', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Top up', exact: true }).waitFor()
}
