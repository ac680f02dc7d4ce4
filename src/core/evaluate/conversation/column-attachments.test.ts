import { expect, test } from 'vitest'

import type { ModelCapabilities } from '../../../../contract/models/model.ts'
import type { Attachment } from '../../chat/attachments/attachment.ts'
import { columnAttachmentIssues } from './column-attachments.ts'

const model = (id: string, capabilities: ModelCapabilities) => ({
  id,
  object: 'model' as const,
  type: 'text',
  model_spec: { capabilities },
})
const models = [model('sees', { supportsVision: true }), model('blind', { supportsVision: false })]
const configuration = (id: string, name: string) => ({ id, model: name, settings: {} })
const [sees, blind, alsoBlind] = [
  configuration('a', 'sees'),
  configuration('b', 'blind'),
  configuration('c', 'blind'),
] as const
const picture: Attachment = {
  id: 'p',
  kind: 'image',
  name: 'p.png',
  cached: false,
  source: { blob: new Blob(['p']) },
}
const board = { configurations: [sees, blind, alsoBlind], cases: [] }

test('what a model of some columns does not take is said once, with these columns and a way on', () => {
  expect(columnAttachmentIssues(board, [picture], () => models)).toMatchObject([
    {
      level: 'warning',
      message: "blind doesn't support images: the API will reject this request.",
      fixes: [{ kind: 'use-model', model: 'sees' }],
      configurations: [blind, alsoBlind],
    },
  ])
})

test('models that are not known are not judged, and nothing attached has no issues', () => {
  expect(columnAttachmentIssues(board, [picture], () => [])).toEqual([])
  expect(columnAttachmentIssues(board, [], () => models)).toEqual([])
})

test('attachments of earlier messages count', () => {
  const url = 'data:image/png;base64,AAAA'
  const content = [{ type: 'image_url' as const, image_url: { url } }]
  const cases = [{ id: '1', variables: {}, messages: [{ role: 'user' as const, content }] }]
  const [issue] = columnAttachmentIssues({ ...board, cases }, [picture], ({ model: name }) =>
    name === 'sees' ? models : [],
  )
  expect(issue).toMatchObject({ level: 'note', configurations: [sees] })
})
