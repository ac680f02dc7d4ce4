/** The name of a build: the scripts that its page starts with, whose names have a hash of everything. */
export function buildName(scripts: readonly string[]): string {
  return scripts.join(' ')
}

/** Every open page holds this lock, shared, so that the files of its build are kept as long as it is open. */
export function buildLock(build: string): string {
  return `playground.build ${build}`
}
