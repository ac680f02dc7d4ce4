// @ts-check

/**
 * The import cycles met on one depth-first walk: every tangled group of files yields at least one,
 * written from a file round to itself.
 * @param {Map<string, Map<string, number>>} graph file → files it imports
 * @returns {string[][]}
 */
export function findCycles(graph) {
  /** @type {string[][]} */
  const cycles = []
  /** @type {Set<string>} */
  const done = new Set()
  /** @type {string[]} */
  const trail = []

  /** @param {string} file */
  const visit = (file) => {
    const at = trail.indexOf(file)
    if (at >= 0) cycles.push([...trail.slice(at), file])
    if (at >= 0 || done.has(file)) return
    trail.push(file)
    for (const target of graph.get(file)?.keys() ?? []) visit(target)
    trail.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}
