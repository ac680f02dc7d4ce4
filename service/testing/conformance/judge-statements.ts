import type { Proof, Section, Statement } from './statement.ts'

/** How a test ended. */
export type Outcome = 'passed' | 'failed' | 'skipped' | 'pending'

/** The outcomes of a run by file and title; several tests may share a title. */
export type Outcomes = ReadonlyMap<string, readonly Outcome[]>

/** The key of a test in `Outcomes`. */
export function keyOf({ file, title }: Proof): string {
  return `${file}\n${title}`
}

/** What is wrong with the proofs of the sections, one sentence each; empty when all is proven. */
export function faultsOf(sections: readonly Section[], outcomes: Outcomes): readonly string[] {
  return sections.flatMap(({ title, statements }) =>
    statements.flatMap((statement) =>
      statement.proof.length === 0
        ? [`${title}: “${statement.says}” names no test.`]
        : statement.proof.flatMap((proof) => {
            const fault = faultOf(outcomes.get(keyOf(proof)))
            return fault === undefined
              ? []
              : [`${title}: “${statement.says}” – ${proof.file} > ${proof.title} ${fault}.`]
          }),
    ),
  )
}

/** Whether every test of a statement ran and passed. */
export function isProven({ proof }: Statement, outcomes: Outcomes): boolean {
  return proof.length > 0 && proof.every((each) => faultOf(outcomes.get(keyOf(each))) === undefined)
}

function faultOf(outcomes: readonly Outcome[] | undefined): string | undefined {
  if (outcomes === undefined || outcomes.length === 0) return 'does not exist'
  if (outcomes.includes('failed')) return 'failed'
  return outcomes.every((outcome) => outcome === 'passed') ? undefined : 'was not run to its end'
}
