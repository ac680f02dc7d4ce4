// @ts-check
/**
 * `npm run doctor -- URL`: checks an API as the page's "Check this API" does, and prints the report as Markdown. Free
 * requests alone, unless `--paid` is given. Ends with 0 whatever was found, and with 1 when the API is unreachable or redirects.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import { root } from './checkout.mjs'
import { ensurePart } from './install/install-part.mjs'
import { PlainFailure, messageOf, runMain } from './plain-failure.mjs'
import { ensureNode } from './setup.mjs'

const USAGE = `npm run doctor -- URL [options]

  URL            base URL with its version, such as https://api.example.com/v1
  --key KEY      API key; or the variable VENDOR_API_KEY
  --header H     "Name: value" for every request; may be repeated
  --model ID     model for the chat requests; the first of the list otherwise
  --paid         send the chat requests, which cost
  --origin URL   origin whose pages must be allowed (http://localhost:4310)
  --json FILE    write the report as JSON, too`

await runMain(async () => {
  const { url, values } = readArguments()
  ensureNode()
  await ensurePart('app')
  const { checkInTerminal } = await load()
  const result = await checkInTerminal({
    baseUrl: url,
    apiKey: values.key ?? process.env['VENDOR_API_KEY'] ?? '',
    headers: (values.header ?? []).join('\n'),
    model: values.model,
    pageOrigin: values.origin ?? 'http://localhost:4310',
    isPaid: values.paid === true,
    onProgress: showProgress,
    // Its message could repeat a key.
    onFault: (error) => console.error(error instanceof Error ? error.name : 'Unknown fault'),
  })
  showProgress()
  if (typeof result === 'string') throw new PlainFailure(result)
  console.log(result.markdown)
  for (const note of result.notes) console.error(note)
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify(result.report, undefined, 2)}\n`)
  // What is still open, such as a stream that was hung up on, keeps nobody waiting.
  process.exit(result.isUnreachable ? 1 : 0)
})

/**
 * One line that changes in a terminal, a line each in a log; beside the report, which is on standard output.
 * @param {string} [line] none at the end
 */
function showProgress(line = '') {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`)
  else if (line !== '') console.error(line)
}

function readArguments() {
  const options = /** @type {const} */ ({
    key: { type: 'string' },
    header: { type: 'string', multiple: true },
    model: { type: 'string' },
    paid: { type: 'boolean' },
    origin: { type: 'string' },
    json: { type: 'string' },
  })
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [url, ...rest] = positionals
    if (url === undefined || rest.length > 0) throw new PlainFailure(USAGE)
    return { url, values }
  } catch (error) {
    throw new PlainFailure(
      error instanceof PlainFailure ? USAGE : `${messageOf(error)}\n\n${USAGE}`,
    )
  }
}

/** @returns {Promise<typeof import('../src/core/doctor/terminal.ts')>} built, because Node 20 cannot run TypeScript */
async function load() {
  const { build } = await import('vite')
  const outDir = path.join(root, 'build/doctor')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/core/doctor/terminal.ts',
      outDir,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'terminal.mjs' } },
    },
  })
  return import(pathToFileURL(path.join(outDir, 'terminal.mjs')).href)
}
