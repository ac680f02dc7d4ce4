import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterAll, expect, it } from 'vitest'

import { createPartInstaller, PartMissingError } from './part-installer.ts'

const folder = mkdtempSync(join(tmpdir(), 'parts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An installer that fails the first time and counts its runs in a file. */
function scriptOf(name: string, source: string): URL {
  writeFileSync(join(folder, name), source)
  return pathToFileURL(join(folder, name))
}

it('runs the script once for a part, however many wait for it', async () => {
  const log = JSON.stringify(join(folder, 'log'))
  const install = createPartInstaller(
    scriptOf('ok.mjs', `import fs from 'node:fs'; fs.mkdirSync(${log} + process.argv[2])`),
  )
  await Promise.all([install('chains'), install('chains'), install('documents')])
  // A second run of the script would fail on what the first has made.
  await expect(install('chains')).resolves.toBeUndefined()
})

it('says what to do when it fails, and tries again the next time', async () => {
  const mark = JSON.stringify(join(folder, 'mark'))
  const install = createPartInstaller(
    scriptOf(
      'second.mjs',
      `import fs from 'node:fs'; if (!fs.existsSync(${mark})) { fs.writeFileSync(${mark}, ''); process.exit(1) }`,
    ),
  )
  const first = install('documents')
  await expect(first).rejects.toThrow(PartMissingError)
  await expect(first).rejects.toThrow(/document parsers couldn't be installed.*npm ci/)
  await install('documents')
})

it('does nothing where everything is installed at once', async () => {
  const install = createPartInstaller(pathToFileURL(join(folder, 'absent.mjs')))
  await expect(install('chains')).resolves.toBeUndefined()
})
