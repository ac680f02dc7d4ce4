import { z } from '../../../../contract/zod.ts'
import { evaluate } from './expression.ts'
import { failed, practiceTool, structuredResult } from './practice-tool.ts'

/** Arithmetic. */
export const calculate = practiceTool({
  name: 'calculate',
  title: 'Calculator',
  description: 'Calculates an arithmetic expression with + - * / % ^ and parentheses.',
  input: z.strictObject({
    expression: z
      .string()
      .check(z.minLength(1), z.maxLength(500), z.meta({ examples: ['(2 + 3) * 4'] })),
  }),
  output: z.strictObject({ result: z.number() }),
  readOnly: true,
  run: ({ expression }) => {
    const result = evaluate(expression)
    return typeof result === 'number' ? structuredResult({ result }) : failed(result.message)
  },
})
