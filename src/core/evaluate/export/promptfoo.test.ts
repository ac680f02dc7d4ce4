import { describe, expect, it } from 'vitest'

import type { Board } from '../board.ts'
import { board } from '../testing/boards.ts'
import { literal, promptfooNames, promptfooTemplate } from './promptfoo-template.ts'
import { promptfooConfig } from './promptfoo.ts'
import { yaml, yamlComment } from './yaml.ts'

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
    { id: 'k3', type: 'language', value: 'fr' },
    { id: 'k4', type: 'judge', model: 'judge', criteria: 'Polite.', votes: 3 },
  ],
  repeats: 3,
  seedPolicy: 'fixed',
}

describe('configuration', () => {
  it('has a provider and a prompt per configuration and a test per case', () => {
    expect(promptfooConfig(setup, ['http://127.0.0.1:4310/api/v1', 'https://api.example/v1']))
      .toMatchInlineSnapshot(`
        "# yaml-language-server: $schema=https://promptfoo.dev/config-schema.json
        # VENDOR_API_KEY=… VENDOR_API_KEY_2=… npx promptfoo@latest eval -c promptfooconfig.yaml --no-cache
        # Streaming is left out: promptfoo reads whole responses.
        # Seed policy "fixed" has no place in promptfoo.
        # Each judge has one vote in promptfoo.
        # promptfoo knows the cost only of models whose prices it has.
        # Check "language" has no assertion in promptfoo.
        # Check "contains" was left out: no expected value, or invalid.
        description: "Capitals: \\"all\\""
        prompts:
          - label: "A"
            raw: "[{\\"role\\":\\"system\\",\\"content\\":\\"Answer in {{ lang }}.\\"},{\\"role\\":\\"user\\",\\"content\\":\\"Capital of {{ the_country }}? Not {{ \\\\\\"{\\\\\\" }}{this}}, nor {{ \\\\\\"{\\\\\\" }}% raw %}.\\"}]"
          - label: "B"
            raw: "[{\\"role\\":\\"user\\",\\"content\\":\\"Capital of {{ the_country }}? Not {{ \\\\\\"{\\\\\\" }}{this}}, nor {{ \\\\\\"{\\\\\\" }}% raw %}.\\"}]"
          - label: "A, case 2"
            raw: "[{\\"role\\":\\"system\\",\\"content\\":\\"Answer in {{ lang }}.\\"},{\\"role\\":\\"user\\",\\"content\\":\\"Hi {{ lang }}\\"}]"
          - label: "B, case 2"
            raw: "[{\\"role\\":\\"user\\",\\"content\\":\\"Hi {{ lang }}\\"}]"
        providers:
          - id: "openai:chat:sandbox-chat"
            label: "A: sandbox-chat"
            prompts:
              - "A"
              - "A, case 2"
            config:
              apiBaseUrl: "http://127.0.0.1:4310/api/v1"
              apiKeyEnvar: "VENDOR_API_KEY"
              omitDefaults: true
              passthrough:
                temperature: 0
                max_completion_tokens: 50
          - id: "openai:chat:default"
            label: "B: default"
            prompts:
              - "B"
              - "B, case 2"
            config:
              apiBaseUrl: "https://api.example/v1"
              apiKeyEnvar: "VENDOR_API_KEY_2"
              omitDefaults: true
              passthrough:
                metadata:
                  note: "<redacted 29 chars>"
        evaluateOptions:
          repeat: 3
          maxConcurrency: 4
        tests:
          - description: "Case 1"
            vars:
              the_country: "France"
              lang: "fr"
            prompts:
              - "A"
              - "B"
            assert:
              - type: "contains"
                value: "Paris"
              - type: "cost"
                threshold: 0.0005
              - type: "llm-rubric"
                value: "Polite."
                provider:
                  id: "openai:chat:judge"
                  config:
                    apiBaseUrl: "http://127.0.0.1:4310/api/v1"
                    apiKeyEnvar: "VENDOR_API_KEY"
          - description: "Case 2"
            vars:
              the_country: " file:///etc/passwd"
              lang: "no"
            prompts:
              - "A, case 2"
              - "B, case 2"
            assert:
              - type: "cost"
                threshold: 0.0005
              - type: "llm-rubric"
                value: "Polite."
                provider:
                  id: "openai:chat:judge"
                  config:
                    apiBaseUrl: "http://127.0.0.1:4310/api/v1"
                    apiKeyEnvar: "VENDOR_API_KEY"
              - type: "icontains"
                value: "only {{ \\"{\\" }}{here}}"
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
      '{{ "{" }}{ range.constructor("x")() }}{{ "{" }}# c #}',
    )
    expect(promptfooTemplate('{{{ok}}}', names)).toBe('{{ "{" }}{{ ok }}}')
    expect(literal('{{{x}}} {%if%}')).toBe('{{ "{" }}{{ "{" }}{x}}} {{ "{" }}%if%}')
  })
})

describe('YAML', () => {
  it('quotes what a reader might take for something else', () => {
    expect(
      yaml({ on: 'no', text: 'a: b # c\n- d\u0085', list: [], none: null, deep: [[1], {}] }),
    ).toBe(
      '"on": "no"\ntext: "a: b # c\\n- d\\u0085"\nlist: []\nnone: null\ndeep:\n  - - 1\n  - {}\n',
    )
  })

  it('a comment stays one, whatever it holds', () => {
    expect(yamlComment('a\r\nb: c\u2028d')).toBe('# a\n# b: c\n# d\n')
  })
})
