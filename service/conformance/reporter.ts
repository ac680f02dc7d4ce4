import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

import type { Reporter, TestModule, Vitest } from 'vitest/node'

import { faultsOf, keyOf, type Outcome, type Outcomes } from './judge-statements.ts'
import { conformancePage } from './page.ts'
import { SECTIONS } from './sections.ts'

const PAGE = 'docs/conformance.md'
const COMMAND = 'npx vitest run service contract -u'

/**
 * After a run of all files that the statements name, looks up the tests that prove the contract, and
 * compares or, with `-u`, writes the page that lists them. A run of fewer files, or of some titles, is
 * left alone.
 */
export function conformanceReporter(): Reporter {
  let vitest: Vitest | undefined
  const fail = (message: string): void => {
    process.exitCode = 1
    vitest?.logger.error(message)
  }
  return {
    onInit: (context) => {
      vitest = context
    },
    onTestRunEnd: (modules, _errors, reason) => {
      if (vitest === undefined || reason === 'interrupted') return
      if (!hasRunAllNamed(vitest, modules)) return
      const { root } = vitest.config
      const outcomes = outcomesOf(modules, root)
      const faults = faultsOf(SECTIONS, outcomes)
      if (faults.length > 0)
        fail(`${faults.length} statements of the contract are not proven:\n${faults.join('\n')}`)
      const page = conformancePage(SECTIONS, outcomes)
      const file = join(root, PAGE)
      if (readText(file) === page) return
      if (vitest.snapshot.options.updateSnapshot === 'all') writeFileSync(file, page)
      else fail(`${PAGE} does not say what this run proved. Write it anew with: ${COMMAND}`)
    },
  }
}

/** A file that is not there is no reason to keep silent: the statements that name it are at fault. */
function hasRunAllNamed(vitest: Vitest, modules: readonly TestModule[]): boolean {
  const { root, testNamePattern, shard } = vitest.config
  if (testNamePattern !== undefined || shard !== undefined) return false
  const ran = new Set(modules.map(({ moduleId }) => pathIn(root, moduleId)))
  const named = SECTIONS.flatMap(({ statements }) => statements.flatMap(({ proof }) => proof))
  return named.every(({ file }) => ran.has(file) || !existsSync(join(root, file)))
}

function pathIn(root: string, file: string): string {
  return relative(root, file).split(sep).join('/')
}

function outcomesOf(modules: readonly TestModule[], root: string): Outcomes {
  const outcomes = new Map<string, Outcome[]>()
  for (const module of modules) {
    const file = pathIn(root, module.moduleId)
    for (const test of module.children.allTests()) {
      const key = keyOf({ file, title: test.fullName })
      outcomes.set(key, [...(outcomes.get(key) ?? []), test.result().state])
    }
  }
  return outcomes
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
