import { appendFileSync } from 'node:fs'

/** How much of something a soak test does: what `SOAK_<name>` says, little otherwise. */
export function soakSize(name: string, little: number): number {
  const asked = Number(process.env[`SOAK_${name}`])
  return Number.isInteger(asked) && asked > 0 ? asked : little
}

/** Adds a line of figures to the file that `SOAK_REPORT` names, if there is one. */
export function report(name: string, figures: Readonly<Record<string, number | string>>): void {
  const file = process.env['SOAK_REPORT']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, ...figures })}\n`)
}
