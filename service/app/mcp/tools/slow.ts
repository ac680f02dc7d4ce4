import { z } from '../../../../contract/zod.ts'
import { pause } from '../../timing/pause.ts'
import { practiceTool, textResult } from './practice-tool.ts'

const STEP_MS = 250

/** A call that takes its time, says how far it is, and can be canceled. */
export const slow = practiceTool({
  name: 'slow',
  title: 'Slow',
  description: 'Waits for some seconds and reports its progress. Try to stop it.',
  input: z.strictObject({
    seconds: z.number().check(z.minimum(0), z.maximum(60), z.meta({ examples: [5] })),
  }),
  readOnly: false,
  run: async ({ seconds }, { signal, progress }) => {
    const total = seconds * 1000
    for (let done = 0; done < total; done += STEP_MS) {
      progress(done / 1000, seconds)
      await pause(Math.min(STEP_MS, total - done), signal)
    }
    return textResult(`Waited ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`)
  },
})
