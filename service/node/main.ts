import { fileURLToPath } from 'node:url'

import { errorMessage, StorageUnavailable } from '../app/errors.ts'
import { createLog } from '../app/log.ts'
import { JournalError } from './chains/journal.ts'
import { type CommandLine, parseCommandLine } from './command-line/command-line.ts'
import { DataDirectoryError } from './data-directory.ts'
import { hostingText } from './hosting/hosting.ts'
import { listen, ListenError } from './listen.ts'
import { createPartInstaller, PartMissingError } from './part-installer.ts'
import { named, readyHuman, readyLine, usage } from './printed.ts'
import { RecordingError } from './recording/har.ts'
import { ChainsTakenError, type StartedService, startService } from './start.ts'
import { isWorker, runWorkers, type WorkerReady } from './workers.ts'

const DRAIN_MS = 10_000

/** What can be wrong at the start, each with one line that says what. */
const STARTING_ERRORS = [
  ListenError,
  DataDirectoryError,
  JournalError,
  StorageUnavailable,
  ChainsTakenError,
  PartMissingError,
  RecordingError,
]

await main()

async function main(): Promise<void> {
  const parsed = parseCommandLine(process.argv.slice(2), process.env)
  if (!parsed.ok) return fail(parsed.message)
  const commandLine = parsed.value
  if (commandLine.help) {
    process.stdout.write(`${usage()}\n`)
    return
  }
  // The bundle is build/service/main.mjs; the app lies beside build.
  const appFolder = fileURLToPath(new URL('../../dist', import.meta.url))
  const { hosting: server, processes, apiOrigins } = commandLine
  if (server !== undefined) {
    const publicOrigin = commandLine.publicOrigin ?? 'https://playground.example.com'
    process.stdout.write(hostingText({ server, appFolder, publicOrigin, processes, apiOrigins }))
    return
  }
  const { workers } = commandLine
  try {
    if (workers > 1 && !isWorker()) {
      const args = [...process.argv.slice(2), '--port', String(await freePort(commandLine))]
      const log = createLog((line) => process.stderr.write(line), 'info')
      return runWorkers({ count: workers, args, onReady: announce, log })
    }
    const started = await startService({
      commandLine,
      env: process.env,
      appFolder,
      writeLog: createLineWriter(),
      installPart: createPartInstaller(
        new URL('../../scripts/install/install-part.mjs', import.meta.url),
      ),
    })
    stopOnSignals(started)
    const { baseUrl } = started
    const appUrl = named(started.appUrl)
    const text = commandLine.json ? readyLine(started) : readyHuman(started)
    if (isWorker()) process.send?.({ ready: true, text, appUrl, baseUrl })
    else {
      announce({ ready: true, text, appUrl, baseUrl })
      describeUpstreams(commandLine, started)
    }
  } catch (error) {
    if (STARTING_ERRORS.some((kind) => error instanceof kind)) return fail(errorMessage(error))
    throw error
  }
}

/** The port that all workers are to listen on. @throws ListenError when there is none */
async function freePort({ host, port: asked }: CommandLine): Promise<number> {
  const { server, port } = await listen(host, asked)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Writes the lines of one turn of the event loop together; those of the last turn when the process ends. */
function createLineWriter(): (line: string) => void {
  let lines = ''
  const flush = () => {
    const text = lines
    lines = ''
    if (text !== '') process.stderr.write(text)
  }
  process.on('exit', flush)
  return (line) => {
    if (lines === '') setImmediate(flush)
    lines += line
  }
}

function announce({ text, ...ready }: WorkerReady): void {
  process.stdout.write(text)
  process.send?.(ready)
}

function describeUpstreams(commandLine: CommandLine, started: StartedService): void {
  const log = createLog((text) => process.stderr.write(text), 'info')
  // Not waited for: a server that does not answer takes its time.
  for (const described of started.describeUpstreams())
    void described.then((line) => {
      if (commandLine.json) log('info', line)
      else process.stdout.write(`${line}\n`)
    })
}

function stopOnSignals(started: StartedService): void {
  let stopping = false
  const stop = () => {
    // A second signal means: now.
    if (stopping) process.exit(1)
    stopping = true
    void started.stop(DRAIN_MS).then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  // Ctrl+C reaches workers too; the process that forked them says when they end.
  process.on('SIGINT', isWorker() ? () => undefined : stop)
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
  // The channel to the process that forked it would keep a worker alive.
  if (isWorker()) process.exit()
}
