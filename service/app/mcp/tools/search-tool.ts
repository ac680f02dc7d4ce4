import { z } from '../../../../contract/zod.ts'
import { searchCorpus } from '../../search/web-search.ts'
import { practiceTool, structuredResult } from './practice-tool.ts'

/** A search of the bundled corpus, which is all that the service knows. */
export const searchTool = practiceTool({
  name: 'search',
  title: 'Search',
  description:
    'Searches a small bundled corpus about HTTP, streaming, JSON, Markdown and payments.',
  input: z.strictObject({
    query: z
      .string()
      .check(z.minLength(1), z.maxLength(500), z.meta({ examples: ['server-sent events'] })),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
  }),
  output: z.strictObject({
    results: z.array(z.strictObject({ title: z.string(), url: z.string(), content: z.string() })),
  }),
  readOnly: true,
  run: ({ query, limit = 3 }) => {
    const results = searchCorpus(query, limit).map(({ title, url, content = '' }) => ({
      title,
      url,
      content,
    }))
    return structuredResult({ results })
  },
})
