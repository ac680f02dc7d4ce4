import type { LiteSvm } from 'litesvm/dist/internal.js'

import { ChainUnavailableError } from '../../../app/chains/chain-unavailable.ts'

/**
 * Makes an SVM. Its native part is loaded directly: the package's own front would bring a second
 * copy of the Solana kit, and work on bytes is all that is asked of it.
 * @throws ChainUnavailableError where the package has no binary, as on Windows
 */
export async function makeSvm(platform: string = process.platform): Promise<LiteSvm> {
  if (platform === 'win32') throw unavailable(platform)
  try {
    const { LiteSvm: Svm } = await import('litesvm/dist/internal.js')
    return new Svm()
  } catch {
    throw unavailable(`${platform} ${process.arch}`)
  }
}

function unavailable(system: string): ChainUnavailableError {
  return new ChainUnavailableError(
    `The embedded Solana chain does not run on ${system === 'win32' ? 'Windows' : system} (litesvm has no binary for it). Use the EVM network, or start the service in WSL, Docker, Linux or macOS.`,
  )
}
