import type { Section } from './statement.ts'

/** The contract, part by part. */
export const SECTIONS: readonly Section[] = []
