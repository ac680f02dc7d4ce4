import { zip, type AsyncZippable } from 'fflate'

import { fileName } from '../../format/file-name.ts'
import type { ImageRun, KeptPicture } from '../../storage/images/image-run.ts'

/** All runs as one zip: a folder each with source, result and `run.json`. Rejects without enough memory. */
export async function zipRuns(runs: readonly ImageRun[]): Promise<Blob> {
  const files: AsyncZippable = {}
  const folders = new Map(runs.map((run, index) => [run.id, folderOf(run, index)]))
  for (const run of runs) {
    const folder = folders.get(run.id) ?? run.id
    const source = run.source.kind === 'file' ? run.source : undefined
    if (source !== undefined) files[`${folder}/source-${safe(source)}`] = await stored(source)
    if (run.result !== undefined) files[`${folder}/${safe(run.result)}`] = await stored(run.result)
    const madeFrom = run.madeFrom === undefined ? undefined : folders.get(run.madeFrom)
    const described = new TextEncoder().encode(JSON.stringify(describe(run, madeFrom), null, 2))
    files[`${folder}/run.json`] = described
  }
  return new Promise((resolve, reject) => {
    zip(files, (error, bytes) => {
      if (error) reject(error)
      else resolve(new Blob([new Uint8Array(bytes)], { type: 'application/zip' }))
    })
  })
}

/** Pictures are compressed already. */
async function stored({ file }: KeptPicture): Promise<[Uint8Array, { level: 0 }]> {
  return [new Uint8Array(await file.arrayBuffer()), { level: 0 }]
}

function safe({ fileName: name }: KeptPicture): string {
  const dot = name.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, 'bin']
  return `${fileName(stem, 'image')}.${/^[a-z0-9]{1,5}$/i.test(end) ? end : 'bin'}`
}

function folderOf(run: ImageRun, index: number): string {
  const time = new Date(run.startedAt).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${time}-${index + 1}`
}

/** A run without its pictures, and without the id of what only this browser has. */
function describe(run: ImageRun, madeFrom: string | undefined) {
  const { source, result, madeFrom: _, exchangeId: _id, failure, ...rest } = run
  return {
    ...rest,
    ...(madeFrom === undefined ? {} : { madeFrom }),
    ...(failure === undefined ? {} : { failure: { kind: failure.kind, message: failure.message } }),
    source: source.kind === 'url' ? source : { kind: 'file', ...figures(source) },
    ...(result === undefined ? {} : { result: figures(result) }),
  }
}

function figures({ fileName: name, type, width, height, file }: KeptPicture) {
  return { fileName: name, type, width, height, bytes: file.size }
}
