import { describe, expect, it } from 'vitest'

import { cut, streamed } from '../../testing/streaming.ts'

/** Emphasis beside punctuation where words are not parted by spaces, as models write it. */
const examples: [source: string, html: string][] = [
  // https://github.com/QwenLM/qwen-code/issues/9456
  ['**该星号不会被识别。**这是因为', '<p><strong>该星号不会被识别。</strong>这是因为</p>'],
  // https://github.com/anomalyco/opencode/issues/38490
  ['这是**“取出并重置”模式**。', '<p>这是<strong>“取出并重置”模式</strong>。</p>'],
  ['含**「重点」**内容', '<p>含<strong>「重点」</strong>内容</p>'],
  ['前文**测试**后文', '<p>前文<strong>测试</strong>后文</p>'],
  ['*斜体（x）*后面', '<p><em>斜体（x）</em>后面</p>'],
  ['~~删除线（test）~~后面', '<p><s>删除线（test）</s>后面</p>'],
  ['**注意：**正文', '<p><strong>注意：</strong>正文</p>'],
  // https://github.com/commonmark/commonmark-spec/issues/650
  [
    '**“공개 문서는 점검한다”**는 원칙입니다.',
    '<p><strong>“공개 문서는 점검한다”</strong>는 원칙입니다.</p>',
  ],
  ['**ハイパーテキスト（HTML）**を', '<p><strong>ハイパーテキスト（HTML）</strong>を</p>'],
  // What was no emphasis between other words is none still.
  ['a**"b"**c', '<p>a**&quot;b&quot;**c</p>'],
  ['_（注）_です', '<p>_（注）_です</p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['中文 ** 空格 ** 中文', '<p>中文 ** 空格 ** 中文</p>'],
]

describe('emphasis in Chinese, Japanese and Korean', () => {
  it.each(examples)('%s', (source, html) => {
    expect(streamed([source])).toBe(html)
    for (let at = 0; at <= source.length; at += 1) {
      expect(streamed([source.slice(0, at), source.slice(at)])).toBe(html)
    }
    expect(streamed(cut(source, [1]))).toBe(html)
  })
})
