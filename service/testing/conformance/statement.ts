/** A test by its file, from the root of the checkout, and its title with those around it, joined by ` > `. */
export interface Proof {
  readonly file: string
  readonly title: string
}

/** One statement of the contract, in our own words, and the tests that prove it. */
export interface Statement {
  readonly says: string
  readonly proof: readonly Proof[]
  /** Present where the contract leaves the matter open and the row says what this service does. */
  readonly isOpen?: true
}

/** The statements of one part of the contract. */
export interface Section {
  readonly title: string
  readonly statements: readonly Statement[]
}

/** A way to name tests of one file: `from('service/a.test.ts', 'the answer')('is JSON')`. */
export function from(file: string, around?: string) {
  return (...titles: readonly [string, ...string[]]): readonly Proof[] =>
    titles.map((title) => ({ file, title: around === undefined ? title : `${around} > ${title}` }))
}

/** A statement and the tests that prove it. */
export function stated(says: string, ...proofs: readonly (readonly Proof[])[]): Statement {
  return { says, proof: proofs.flat() }
}

/** What this service does where the contract says "not shown". */
export function open(says: string, ...proofs: readonly (readonly Proof[])[]): Statement {
  return { ...stated(says, ...proofs), isOpen: true }
}
