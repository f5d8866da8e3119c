import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocale, useT } from '../../providers/i18n.ts';
import { loadGuide, searchGuide, useGuides } from './guide.ts';
import { type Block, type GuidePage, type Inline, PICTURE_SIZE } from './page.ts';
import './guide.css';

type Open = (topic: string | null) => void;

const keyOf = (content: readonly Inline[]): string => content.map(({ text }) => text).join('');

function inlineNodes(content: readonly Inline[], onOpen: Open): ReactNode[] {
  return content.map((part) => {
    const key = `${part.kind} ${part.text}`;
    if (part.kind === 'text') return part.text;
    if (part.kind === 'strong') return <strong key={key}>{part.text}</strong>;
    if (part.kind === 'key') return <kbd key={key}>{part.text}</kbd>;
    const { topic, text } = part;
    return (
      <button key={key} type="button" className="k-link-button" onClick={() => onOpen(topic)}>
        {text}
      </button>
    );
  });
}

function BlockView({ block, onOpen }: { block: Block; onOpen: Open }) {
  switch (block.kind) {
    case 'heading':
      return <h3>{block.text}</h3>;
    case 'paragraph':
      return <p>{inlineNodes(block.content, onOpen)}</p>;
    case 'picture':
      return block.source && <img src={block.source} alt={block.text} {...PICTURE_SIZE} loading="lazy" />;
    case 'list': {
      const items = block.items.map((item) => <li key={keyOf(item)}>{inlineNodes(item, onOpen)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
  }
}

const blockKey = (block: Block): string => (block.kind === 'list' || block.kind === 'paragraph' ? JSON.stringify(block) : block.text);

/** One page. Its heading takes the focus, so that keys scroll it and a screen reader starts there. */
function TopicPage({ page, onOpen }: { page: GuidePage; onOpen: Open }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(function startAtTop() {
    // Not while somebody types into the search and clears it again.
    if (!(document.activeElement instanceof HTMLInputElement)) heading.current?.focus();
  }, []);
  return (
    <article className="g-page">
      <h2 ref={heading} tabIndex={-1}>
        {page.title}
      </h2>
      {page.blocks.map((block) => (
        <BlockView key={blockKey(block)} block={block} onOpen={onOpen} />
      ))}
    </article>
  );
}

type Props = { topic: string | null; onOpen: Open };

/** The guide in the reader's language: search, and below it a page or the list of all topics. */
export function GuideView({ topic, onOpen }: Props) {
  const t = useT();
  const locale = useLocale();
  const guide = useGuides((state) => state.guides[locale]);
  const failed = useGuides((state) => state.failed);
  const [question, setQuestion] = useState('');
  const search = useRef<HTMLInputElement>(null);
  useEffect(
    function load() {
      void loadGuide(locale);
    },
    [locale],
  );
  const open: Open = (next) => {
    setQuestion('');
    onOpen(next);
    if (next === null) search.current?.focus();
  };
  const page = topic === null || question.trim() !== '' ? undefined : guide?.get(topic);
  const found = guide ? (question.trim() === '' ? [...guide.keys()] : searchGuide(guide, question)) : [];
  return (
    <div className="g-view">
      <div className="g-find">
        <input
          ref={search}
          type="search"
          aria-label={t('help.search')}
          placeholder={t('help.search')}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        {page && (
          <button type="button" className="k-link-button" onClick={() => open(null)}>
            {t('help.all')}
          </button>
        )}
      </div>
      {guide === undefined && !failed && <div className="k-page-loading" aria-busy="true" />}
      {guide === undefined && failed && (
        <p role="alert">
          {t('help.failed')}{' '}
          <button type="button" className="k-link-button" onClick={() => void loadGuide(locale)}>
            {t('buttons.retry')}
          </button>
        </p>
      )}
      {page && <TopicPage key={topic} page={page} onOpen={open} />}
      {guide && !page && (
        <nav aria-label={t('help.all')}>
          <p role="status">{question.trim() === '' ? t('help.all') : t('help.found', { count: found.length })}</p>
          <ul className="g-topics">
            {found.map((one) => (
              <li key={one}>
                <button type="button" className="k-link-button" onClick={() => open(one)}>
                  {guide.get(one)?.title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
