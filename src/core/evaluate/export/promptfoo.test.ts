import { describe, expect, it } from 'vitest'

import type { Board } from '../board.ts'
import { type CheckRule, findPattern } from '../checks/check.ts'
import { runChecks } from '../checks/outcomes.ts'
import { board } from '../testing/boards.ts'
import {
  assertionOf,
  literal,
  promptfooConfig,
  promptfooNames,
  promptfooTemplate,
} from './promptfoo.ts'

const setup: Board = {
  ...board(['a', 'b'], 0),
  name: 'Capitals: "all"',
  prompt: 'Capital of {{the.country}}? Not \\{{this}}, nor {% raw %}.',
  configurations: [
    {
      id: 'a',
      model: 'sandbox-chat',
      settings: { stream: true, temperature: 0, max_completion_tokens: 50 },
      system: 'Answer in {{lang}}.',
      headers: [['authorization', 'Bearer abcdefghijklmnopqrstuvwxyz012345']],
      connection: { id: 'c', name: 'Work' },
    },
    {
      id: 'b',
      model: 'default',
      settings: { metadata: { note: 'sk-abcdefghijklmnopqrstuvwxyz' } },
    },
  ],
  cases: [
    { id: '1', variables: { 'the.country': 'France', lang: 'fr' }, expected: 'Paris' },
    {
      id: '2',
      variables: { 'the.country': 'file:///etc/passwd', lang: 'no' },
      messages: [{ role: 'user', content: 'Hi {{lang}}' }],
      checks: [{ id: 'k9', type: 'contains', value: 'only {{here}}', ignoreCase: true }],
    },
  ],
  checks: [
    { id: 'k1', type: 'contains' },
    { id: 'k2', type: 'max-cost', value: 500 },
    { id: 'k4', type: 'judge', model: 'judge', criteria: 'Polite.', votes: 3 },
  ],
  repeats: 3,
}

const world = {
  findPattern: (job: Parameters<typeof findPattern>[0]) => Promise.resolve(findPattern(job)),
  validateJson: () => Promise.reject(new Error('not here')),
  runCode: async (code: string, args: unknown) => {
    // oxlint-disable-next-line typescript/no-implied-eval -- the worker is not here
    const result: unknown = await new Function('args', code)(args)
    return { ok: true as const, text: JSON.stringify(result) }
  },
  judge: () => Promise.reject(new Error('not here')),
  uuid: () => 'id',
}

describe('configuration', () => {
  it('behavior: the key of the local service is for the local service alone', () => {
    const foreign = { id: 'c', baseUrl: 'https://api.example/v1' }
    expect(promptfooConfig(setup, [foreign, foreign])).not.toContain('VENDOR_API_KEY')
  })

  it('has a provider and a prompt per configuration and a test per case', () => {
    expect(
      promptfooConfig(setup, [
        { id: 'local', baseUrl: 'http://127.0.0.1:4310/api/v1' },
        { id: 'c', baseUrl: 'https://api.example/v1' },
      ]),
    ).toMatchInlineSnapshot(`
      "# yaml-language-server: $schema=https://promptfoo.dev/config-schema.json
      # VENDOR_API_KEY=… EXAMPLE_API_KEY=… npx promptfoo@latest eval -c promptfooconfig.yaml --no-cache
      # Streaming is left out: promptfoo reads whole responses.
      # Each judge has one vote in promptfoo.
      # Check "max-cost" has no assertion in promptfoo.
      # Check "contains" was left out: no expected value, or invalid.
      {
        "description": "Capitals: \\"all\\"",
        "prompts": [
          {
            "label": "A",
            "raw": "[{\\"role\\":\\"system\\",\\"content\\":\\"Answer in {{ lang }}.\\"},{\\"role\\":\\"user\\",\\"content\\":\\"Capital of {{ the_country }}? Not {{ \\\\\\"{\\\\\\" }}{this}}, nor {{ \\\\\\"{\\\\\\" }}% raw %}.\\"}]"
          },
          {
            "label": "B",
            "raw": "[{\\"role\\":\\"user\\",\\"content\\":\\"Capital of {{ the_country }}? Not {{ \\\\\\"{\\\\\\" }}{this}}, nor {{ \\\\\\"{\\\\\\" }}% raw %}.\\"}]"
          },
          {
            "label": "A, case 2",
            "raw": "[{\\"role\\":\\"system\\",\\"content\\":\\"Answer in {{ lang }}.\\"},{\\"role\\":\\"user\\",\\"content\\":\\"Hi {{ lang }}\\"}]"
          },
          {
            "label": "B, case 2",
            "raw": "[{\\"role\\":\\"user\\",\\"content\\":\\"Hi {{ lang }}\\"}]"
          }
        ],
        "providers": [
          {
            "id": "openai:chat:sandbox-chat",
            "label": "A: sandbox-chat",
            "prompts": [
              "A",
              "A, case 2"
            ],
            "config": {
              "apiBaseUrl": "http://127.0.0.1:4310/api/v1",
              "apiKeyEnvar": "VENDOR_API_KEY",
              "omitDefaults": true,
              "passthrough": {
                "temperature": 0,
                "max_completion_tokens": 50
              }
            }
          },
          {
            "id": "openai:chat:default",
            "label": "B: default",
            "prompts": [
              "B",
              "B, case 2"
            ],
            "config": {
              "apiBaseUrl": "https://api.example/v1",
              "apiKeyEnvar": "EXAMPLE_API_KEY",
              "omitDefaults": true,
              "passthrough": {
                "metadata": {
                  "note": "<redacted 29 chars>"
                }
              }
            }
          }
        ],
        "evaluateOptions": {
          "repeat": 3,
          "maxConcurrency": 4
        },
        "tests": [
          {
            "description": "Case 1",
            "vars": {
              "the_country": "France",
              "lang": "fr"
            },
            "prompts": [
              "A",
              "B"
            ],
            "assert": [
              {
                "type": "contains",
                "value": "Paris"
              },
              {
                "type": "llm-rubric",
                "value": "Polite.",
                "provider": {
                  "id": "openai:chat:judge",
                  "config": {
                    "apiBaseUrl": "http://127.0.0.1:4310/api/v1",
                    "apiKeyEnvar": "VENDOR_API_KEY"
                  }
                }
              }
            ]
          },
          {
            "description": "Case 2",
            "vars": {
              "the_country": " file:///etc/passwd",
              "lang": "no"
            },
            "prompts": [
              "A, case 2",
              "B, case 2"
            ],
            "assert": [
              {
                "type": "llm-rubric",
                "value": "Polite.",
                "provider": {
                  "id": "openai:chat:judge",
                  "config": {
                    "apiBaseUrl": "http://127.0.0.1:4310/api/v1",
                    "apiKeyEnvar": "VENDOR_API_KEY"
                  }
                }
              },
              {
                "type": "icontains",
                "value": "only {{ \\"{\\" }}{here}}"
              }
            ]
          }
        ]
      }
      "
    `)
  })

  it('has no key, no header and no connection', () => {
    const text = promptfooConfig(setup, [undefined, undefined])
    expect(text).not.toMatch(/abcdefghij|authorization|Work/)
    expect(text).not.toContain('apiBaseUrl')
  })
})

describe('template', () => {
  const names = promptfooNames(['a.b', 'a-b', 'env', '1st', 'ok'])

  it('calls variables by names that are no expressions', () => {
    expect([...names.values()]).toEqual(['a_b', 'a_b_2', 'env_', '_1st', 'ok'])
    expect(promptfooTemplate('{{a.b}} {{ a-b }} {{env}}', names)).toBe(
      '{{ a_b }} {{ a_b_2 }} {{ env_ }}',
    )
  })

  it('fills in nothing but the variables of the board', () => {
    expect(promptfooTemplate('{{ range.constructor("x")() }}{# c #}', names)).toBe(
      '{{ "{" }}{ range.constructor("x")() }}{{ "{" }}# c #{{ "}" }}',
    )
    expect(promptfooTemplate('{{{ok}}}', names)).toBe('{{ "{" }}{{ ok }}}')
    expect(literal('{{{x}}} {%if%}')).toBe('{{ "{" }}{{ "{" }}{x}}} {{ "{" }}%if%}')
    // The end of a comment that never began is an error.
    expect(literal('{#} #}')).toBe('{{ "{" }}#{{ "}" }} #{{ "}" }}')
  })
})

describe('assertions', () => {
  const json = '{"a":[{"b":5}],"c":"x"}'
  const rules: CheckRule[] = [
    { type: 'equals', value: 'HELLO ', trim: true, ignoreCase: true },
    { type: 'equals' },
    { type: 'regex', value: '^h.*o$', flags: 'i' },
    { type: 'code', code: 'return response.length === 5 && variables["the.city"] === expected' },
  ]
  const calls = (city: string) => [{ name: 'look_up', arguments: JSON.stringify({ city }) }]
  const responses = [
    { text: 'Hello', toolCalls: [] },
    { text: '😀', toolCalls: [] },
    { text: json, toolCalls: [] },
    { text: '', toolCalls: calls('Paris') },
    { text: '', toolCalls: calls('Lyon') },
  ]
  const row = { id: '1', variables: { 'the.city': '5' }, expected: '5' }

  it.each(rules)(
    'behavior: $type is passed by the same responses as in promptfoo',
    async (rule) => {
      const assertion = assertionOf(rule, row, () => ({}))
      const value = assertion.ok ? assertion.assertion['value'] : ''
      const code = (typeof value === 'string' ? value : '').replaceAll(/\{\{ "([{}])" \}\}/g, '$1')
      // oxlint-disable-next-line typescript/no-implied-eval -- as promptfoo runs it
      const run = new Function('output', 'context', code)
      const verdicts = await Promise.all(
        responses.map(async (response) => {
          const [outcome] = await runChecks([{ id: 'k', ...rule }], { case: row, response }, world)
          const { toolCalls, text } = response
          const output = toolCalls.length > 0 ? toolCalls.map((call) => ({ function: call })) : text
          const theirs: unknown = await Promise.resolve()
            .then(() => run(output, {}))
            .catch(() => false)
          return [outcome?.result === 'passed', theirs === true]
        }),
      )
      expect(verdicts.map(([, theirs]) => theirs)).toEqual(verdicts.map(([own]) => own))
      expect(new Set(verdicts.flat()).size).toBe(rule.type === 'equals' && !rule.value ? 1 : 2)
    },
  )
})

describe('YAML', () => {
  it('holds any character, escaped where YAML has it only so', () => {
    const name = 'a: b # c\n- d\u0085\u2028\uFEFF'
    const text = promptfooConfig({ ...setup, name }, [
      { id: 'c', baseUrl: 'https://api.example/v1\n{}' },
      undefined,
    ])
    const [comments, json] = [text.slice(0, text.indexOf('\n{')), text.slice(text.indexOf('\n{'))]
    expect(comments.split('\n').every((line) => line.startsWith('# '))).toBe(true)
    expect(json).not.toMatch(/[\u007F-\u009F\u2028\u2029\uFEFF]/)
    expect(JSON.parse(json)).toMatchObject({ description: name })
  })
})
