import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

import type { Reporter, TestModule, Vitest } from 'vitest/node'

import { isOfEveryPlatform, notInPage, PAGE_FILES } from './in-page.ts'
import { faultsOf, keyOf, type Outcome, type Outcomes } from './judge-statements.ts'
import { conformancePage, whyNotInPage, type InPage } from './page.ts'
import { SECTIONS } from './sections.ts'
import type { Section } from './statement.ts'

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
      const [ofPage, ofNode] = [modules.filter(isOfPage), modules.filter((one) => !isOfPage(one))]
      const outcomes = outcomesOf(ofNode, root)
      const inPage: InPage = { outcomes: pageOutcomes(ofPage, outcomes, root), whyNot: notInPage }
      const faults = [
        ...faultsOf(SECTIONS, outcomes),
        ...faultsOf(sectionsInPage(inPage), inPage.outcomes).map(
          (fault) => `In the page: ${fault}`,
        ),
      ]
      if (faults.length > 0)
        fail(`${faults.length} statements of the contract are not proven:\n${faults.join('\n')}`)
      const page = conformancePage(SECTIONS, outcomes, inPage)
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
  const pathsOf = (some: readonly TestModule[]) =>
    new Set(some.map(({ moduleId }) => pathIn(root, moduleId)))
  const ran = pathsOf(modules.filter((module) => !isOfPage(module)))
  const ranInPage = pathsOf(modules.filter(isOfPage))
  const named = SECTIONS.flatMap(({ statements }) => statements.flatMap(({ proof }) => proof))
  return (
    named.every(({ file }) => ran.has(file) || !existsSync(join(root, file))) &&
    PAGE_FILES.every((file) => ranInPage.has(file) || !existsSync(join(root, file)))
  )
}

/** Whether a module ran against the service in the page (vitest.config.ts). */
function isOfPage({ project }: TestModule): boolean {
  return project.name === 'page'
}

/** The outcomes in the page, with those of tests that start no service and are the same everywhere. */
function pageOutcomes(modules: readonly TestModule[], outcomes: Outcomes, root: string): Outcomes {
  const same = SECTIONS.flatMap(({ statements }) => statements.flatMap(({ proof }) => proof))
    .filter(isOfEveryPlatform)
    .map((proof): [string, readonly Outcome[]] => [keyOf(proof), outcomes.get(keyOf(proof)) ?? []])
  return new Map([...outcomesOf(modules, root), ...same])
}

/** The statements that have to be proven in the page. */
function sectionsInPage(inPage: InPage): Section[] {
  return SECTIONS.map(({ title, statements }) => ({
    title,
    statements: statements.filter((one) => whyNotInPage(one, inPage) === undefined),
  }))
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
