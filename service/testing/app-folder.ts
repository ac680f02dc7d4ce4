import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The import map of the made-up app. */
export const IMPORT_MAP = '{"integrity":{"/assets/index-abcdef12.js":"sha384-x"}}'

/** Makes a folder like the built app, for tests that need no real one. */
export function makeAppFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'app-'))
  mkdirSync(join(folder, 'assets'))
  for (const page of ['index.html', 'area.html'])
    writeFileSync(
      join(folder, page),
      `<!doctype html><html><head><script type="importmap">${IMPORT_MAP}</script><script type="module" src="/assets/index-abcdef12.js"></script></head><body></body></html>`,
    )
  writeFileSync(
    join(folder, 'assets', 'index-abcdef12.js'),
    `export const text = '${'long enough '.repeat(60)}'\n`,
  )
  writeFileSync(join(folder, 'assets', 'style-abcdef12.css'), 'body{margin:0}\n')
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return folder
}
