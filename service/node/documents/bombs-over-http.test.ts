import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { builtService } from '../../testing/built-service.ts'
import { formTree, ONE_PAGE, pdf, pdfOf, stream } from '../../testing/sample-documents.ts'
import { type ServiceProcess, startServiceProcess } from '../../testing/service-process.ts'
import { processUse } from './document-processes.ts'

const MAX_GROWTH_KIB = 64 * 1024
const MAX_PROCESSOR_MS = 6000
const KEY = 'bombs'
const built = builtService()
let service: ServiceProcess
beforeAll(async () => {
  const env = { HOME: built.folder(), VENDOR_API_KEYS: KEY }
  service = await startServiceProcess(built.entry(), ['--memory'], env)
})
afterAll(() => service.stop())

/** What is sent, and what may be answered: how much a machine reads in its time differs. */
const BOMBS: [string, number[], () => string][] = [
  ['30 MB of empty messages', [400], () => `{"messages":[${'{},'.repeat(9_999_999)}{}]}`],
  ['a JSON list of 5,000,000 levels', [400], () => '['.repeat(5_000_000)],
  [
    '1,500,000 JSON keys',
    [400],
    () => `{${Array.from({ length: 1_500_000 }, (_, index) => `"key ${index}":1`).join(',')}}`,
  ],
  [
    'a PDF of 20,000 pages',
    [400],
    () => chatAbout(pdf(Array.from({ length: 20_000 }, (_, index) => String(index)))),
  ],
  ['a PDF form drawn 20^12 times', [400], () => chatAbout(formTree())],
  [
    'a PDF stream of 256 MB packed by run length',
    [200, 400],
    () =>
      chatAbout(
        pdfOf([
          ...ONE_PAGE,
          stream(Buffer.alloc(4_000_000, Buffer.from([129, 32])), '/Filter /RunLengthDecode'),
        ]),
      ),
  ],
]

const processorMs = () => processUse(service.child.pid)?.cpuMs ?? 0

const resident = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1] ?? 0)

function chatAbout(file: Uint8Array): string {
  const file_data = `data:application/pdf;base64,${Buffer.from(file).toString('base64')}`
  return JSON.stringify({
    model: 'sandbox-media',
    messages: [{ role: 'user', content: [{ type: 'file', file: { file_data } }] }],
  })
}

async function ask(body: string): Promise<Response> {
  return fetch(`${service.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body,
  })
}

describe.skipIf(process.platform !== 'linux')('a bomb that is sent to the service', () => {
  it.each(BOMBS)('costs it next to nothing: %s', async (_name, statuses, make) => {
    const body = make()
    // That took a while; connections that the service closed meanwhile are noticed now.
    await new Promise((resolve) => setImmediate(resolve))
    // What is of its usual size was taken before.
    expect((await ask(chatAbout(pdf(['Hello'])))).status).toBe(200)
    const before = resident()
    const cpuBefore = processorMs()
    let isOver = false
    const answered = ask(body).finally(() => (isOver = true))
    let most = before
    while (!isOver) {
      expect((await fetch(`${service.baseUrl}/models`)).status).toBe(200)
      most = Math.max(most, resident())
      await delay(20)
    }
    expect(statuses).toContain((await answered).status)
    expect(most - before).toBeLessThan(MAX_GROWTH_KIB)
    // Of the processor, not by the clock: other tests may keep the machine busy.
    expect(processorMs() - cpuBefore).toBeLessThan(MAX_PROCESSOR_MS)
  })
})
