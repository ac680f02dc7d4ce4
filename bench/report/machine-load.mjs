// @ts-check
/** How busy the machine was with other work while something was measured. */
import { readdirSync, readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'

/**
 * @typedef {object} MachineLoad
 * @property {number} average processes that ran or waited, the load average of the last minute
 * @property {number} processors of the machine
 * @property {number} [others] processors that other programs used; absent where the system does not
 *   say whose time it was
 */
/**
 * @typedef {object} ProcessTime
 * @property {number} pid
 * @property {number} parent
 * @property {number} ticks of the processor, 1/100 s, with those of children that have ended
 */

/** A figure is disturbed when others use more than this share of the processors. */
const DISTURBING = 0.1
/** Linux counts processor time in 1/100 s for programs, whatever the kernel does. */
const MS_PER_TICK = 10
/** Own processes that start and end between two looks would count as others'. */
const LOOK_EVERY_MS = 500

/** Begins to watch the machine. Returns the way to stop, which says what was seen. @returns {() => MachineLoad} */
export function watchLoad() {
  const startMs = performance.now()
  const busyBefore = busyMs()
  const own = ownTime()
  const timer = setInterval(own.look, LOOK_EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    own.look()
    const [average = 0] = loadavg()
    const processors = cpus().length
    const ownMs = own.spentMs()
    if (ownMs === undefined) return { average, processors }
    const elapsedMs = performance.now() - startMs
    const others = Math.max(0, busyMs() - busyBefore - ownMs) / elapsedMs
    return { average, processors, others }
  }
}

/** Whether others used so much that a figure says little. @param {MachineLoad} load */
export function isDisturbed({ others, average, processors }) {
  return (others ?? Math.max(0, average - 1)) > DISTURBING * processors
}

/** The load in words, for a line beside a figure. @param {MachineLoad} load */
export function loadInWords(load) {
  const { average, others, processors } = load
  const used =
    others === undefined
      ? ''
      : `, others used ${others.toFixed(2)} of ${processors} ${processors === 1 ? 'processor' : 'processors'}`
  return `${isDisturbed(load) ? 'DISTURBED: ' : ''}load ${average.toFixed(1)}${used}`
}

/**
 * What a program and everything it started have used so far, in ticks.
 * @param {readonly ProcessTime[]} processes @param {number} pid of the program
 */
export function ticksOfTree(processes, pid) {
  const tree = new Set([pid])
  // A child may be listed before its parent.
  for (let size = 0; size < tree.size;) {
    size = tree.size
    for (const process of processes) if (tree.has(process.parent)) tree.add(process.pid)
  }
  return processes
    .filter((process) => tree.has(process.pid))
    .reduce((sum, { ticks }) => sum + ticks, 0)
}

/** One line of /proc/PID/stat. The name in it may hold blanks and brackets. @param {string} stat @returns {ProcessTime} */
export function readProcessTime(stat) {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const number = (/** @type {number} */ index) => Number(fields[index])
  return {
    pid: Number.parseInt(stat, 10),
    parent: number(1),
    ticks: number(11) + number(12) + number(13) + number(14),
  }
}

/**
 * Adds up what this program and its children use. What a child used is lost to its parent only when
 * nobody waited for it, so a total that falls counts as no time at all.
 */
function ownTime() {
  let last = ownTicks()
  let spent = 0
  return {
    look: () => {
      const now = ownTicks()
      if (now !== undefined && last !== undefined) spent += Math.max(0, now - last)
      last = now
    },
    spentMs: () => (last === undefined ? undefined : spent * MS_PER_TICK),
  }
}

/** @returns {number | undefined} undefined where the system has no /proc */
function ownTicks() {
  const processes = readProcesses()
  return processes && ticksOfTree(processes, process.pid)
}

function readProcesses() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => readProcess(pid) ?? [])
  } catch {
    return undefined
  }
}

/** @param {string} pid @returns {ProcessTime | undefined} undefined for one that has just ended */
function readProcess(pid) {
  try {
    return readProcessTime(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return undefined
  }
}

/** What all processors have worked so far, ms. */
function busyMs() {
  return cpus().reduce(
    (sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
    0,
  )
}
