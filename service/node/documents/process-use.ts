import { readFileSync } from 'node:fs'

/** The clock of `/proc`, ms. */
const TICK_MS = 10

/** What a process has used of the machine. */
export interface ProcessUse {
  /** Processor time of all its threads. */
  cpuMs: number
  residentKiB: number
}

/** What a process uses; undefined where the system does not tell (it is not Linux), or tells no more. */
export function processUse(pid: number | undefined): ProcessUse | undefined {
  try {
    // The name in brackets may hold anything; the state and the numbers follow it.
    const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?=\w )/)
    const fields = numbers.split(' ')
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      residentKiB: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0),
    }
  } catch {
    return undefined
  }
}
