// @ts-check
/** A phone of the middle class on a slow network, the same in each bench. */

/** What Lighthouse calls slow 4G, and a processor a quarter as fast. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
}
const CPU_SLOWDOWN = 4

/** @type {import('playwright').BrowserContextOptions} */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}

/** Gives a page the network and the processor of that phone. @param {import('playwright').Page} page */
export async function slowDown(page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await slowProcessor(page)
}

/** Gives a page the processor of that phone alone. @param {import('playwright').Page} page */
export async function slowProcessor(page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/**
 * The device that a bench of the built app asks for: `--phone`, or a desktop.
 * @param {readonly string[]} args
 * @returns {{ isPhone: boolean, options: import('playwright').BrowserContextOptions, prepare: (page: import('playwright').Page) => Promise<void> }}
 */
export function deviceOf(args) {
  const isPhone = args.includes('--phone')
  return {
    isPhone,
    options: isPhone ? PHONE : { viewport: { width: 1280, height: 800 } },
    prepare: async (page) => {
      if (isPhone) await slowProcessor(page)
    },
  }
}
