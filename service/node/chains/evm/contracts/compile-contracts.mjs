// @ts-check
/**
 * `node service/node/chains/evm/contracts/compile-contracts.mjs`: compiles the contracts with solc, fetched by npx
 * and not a dependency, and writes each artifact beside its source, with the source's hash.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'

const COMPILER = 'solc@0.8.37'
const SETTINGS = {
  evmVersion: 'cancun',
  viaIR: true,
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: 'none' },
}
const CONTRACTS = [
  ['TestUsdc', 'test-usdc.sol'],
  ['Multicall3Mini', 'multicall3-mini.sol'],
  ['SmartWallet', '../../testing/smart-wallet.sol'],
]

for (const [name = '', file = ''] of CONTRACTS) {
  const url = new URL(file, import.meta.url)
  const source = readFileSync(url, 'utf8')
  const { abi, evm } = compile(name, file, source)
  const artifact = {
    contract: name,
    compiler: COMPILER,
    settings: SETTINGS,
    sourceSha256: createHash('sha256').update(source).digest('hex'),
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    runtime: `0x${evm.deployedBytecode.object}`,
  }
  writeFileSync(new URL(file.replace(/\.sol$/, '.json'), import.meta.url), toJson(artifact))
}

/**
 * @param {string} name
 * @param {string} file
 * @param {string} source
 * @returns {{ abi: unknown, evm: { bytecode: { object: string }, deployedBytecode: { object: string } } }}
 */
function compile(name, file, source) {
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: source } },
    settings: {
      ...SETTINGS,
      outputSelection: {
        '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] },
      },
    },
  }
  const { stdout, stderr, status } = spawnSync('npx', ['--yes', COMPILER, '--standard-json'], {
    // Away from the checkout, so that npx looks at no dependencies of ours.
    cwd: tmpdir(),
    input: JSON.stringify(input),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`solc failed: ${stderr}`)
  const output = JSON.parse(stdout.slice(stdout.indexOf('{')))
  /** @type {{ severity: string, formattedMessage: string }[]} */
  const problems = output.errors ?? []
  if (problems.length > 0) throw new Error(problems.map((one) => one.formattedMessage).join('\n'))
  return output.contracts[file][name]
}

/** @param {object} artifact */
function toJson(artifact) {
  return `${JSON.stringify(artifact, null, 2)}\n`
}
