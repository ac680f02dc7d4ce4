// @ts-check
/**
 * Makes the package, installs it from its tarball in an empty folder as anybody would, and starts it: the
 * page opens, the API responds, a PDF is read and a test network runs.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { root } from '../../scripts/checkout.mjs'
import { npmCommand } from '../../scripts/install/npm.mjs'
import { PlainFailure, runMain } from '../../scripts/plain-failure.mjs'
import { runService } from '../../scripts/run-service.mjs'

const folder = mkdtempSync(path.join(os.tmpdir(), 'package-'))
const installed = path.join(folder, 'empty/node_modules/vendor-playground')

await runMain(async () => {
  try {
    if (install()) await tryService()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** @returns {boolean} false where nothing can be fetched */
function install() {
  run([process.execPath, path.join(root, 'scripts/package/make-package.mjs')], root)
  npm(['pack', path.join(root, 'dist-package'), '--silent'], folder)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (!tarball) throw new PlainFailure('npm pack made no tarball.')
  const empty = path.join(folder, 'empty')
  mkdirSync(empty)
  writeFileSync(path.join(empty, 'package.json'), '{}')
  const started = Date.now()
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', `../${tarball}`]
  if (!npm(args, empty, false)) {
    if (npm(['ping'], empty, false)) throw new PlainFailure('The package could not be installed.')
    console.log('SKIPPED: the registry cannot be reached, so the package was not installed.')
    return false
  }
  console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return true
}

async function tryService() {
  const started = Date.now()
  const service = await runService(
    ['--memory', '--port', '0', '--no-open'],
    path.join(installed, 'scripts/package/bin.mjs'),
  )
  try {
    const { appUrl, apiKey, baseUrl, evm } = service.ready
    const page = await fetch(`${appUrl}chat`, { headers: { Accept: 'text/html' } })
    expect('the page', page.ok && (await page.text()).includes('importmap'))
    console.log(`Page after ${((Date.now() - started) / 1000).toFixed(1)} s`)

    const pdf = readFileSync(path.join(root, 'public/samples/quotation.pdf')).toString('base64')
    const file = { filename: 'quotation.pdf', file_data: `data:application/pdf;base64,${pdf}` }
    const chat = await fetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({
        model: 'sandbox-media',
        messages: [{ role: 'user', content: [{ type: 'file', file }] }],
      }),
    })
    expect('a PDF in a chat', chat.ok)

    const chain = await fetch(evm.rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
    })
    expect('a test network', (await chain.text()).includes('"result":"0x'))
  } finally {
    await service.stop()
  }
}

/** @param {string} what @param {boolean} works */
function expect(what, works) {
  if (!works) throw new PlainFailure(`The installed package fails: ${what}.`)
}

/** @param {string[]} args @param {string} cwd */
function npm(args, cwd, mustWork = true) {
  const { command } = npmCommand(process.env, process.platform)
  return run([...command, ...args], cwd, mustWork)
}

/** @param {string[]} command @param {string} cwd @returns {boolean} whether it worked */
function run([program = '', ...args], cwd, mustWork = true) {
  const { status } = spawnSync(program, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0 && mustWork) throw new PlainFailure(`${[program, ...args].join(' ')} failed.`)
  return status === 0
}
