import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Part = 'chains' | 'documents'

/** Resolves when the packages of a part are there. Rejects with PartMissingError. */
export type InstallPart = (part: Part) => Promise<void>

/** A part could not be installed; its message says what to do. */
export class PartMissingError extends Error {}

const NAMES: Readonly<Record<Part, string>> = {
  chains: 'The test networks',
  documents: 'The document parsers',
}

/**
 * Installs parts by a script, each once, with its progress on standard error. Where there is no such
 * script everything is installed already.
 */
export function createPartInstaller(script: URL): InstallPart {
  const installed = new Map<Part, Promise<void>>()
  return (part) => {
    const running = installed.get(part) ?? runInstaller(fileURLToPath(script), part)
    installed.set(part, running)
    // The next one who needs it tries again.
    running.catch(() => installed.delete(part))
    return running
  }
}

async function runInstaller(script: string, part: Part): Promise<void> {
  if (!existsSync(script)) return
  const code = await new Promise<number | null>((resolve) => {
    spawn(process.execPath, [script, part], { stdio: ['ignore', 2, 2] })
      .on('error', () => resolve(null))
      .on('exit', resolve)
  })
  if (code !== 0)
    throw new PartMissingError(
      `${NAMES[part]} couldn't be installed. Check the network connection, or run npm ci, then try again.`,
    )
}
