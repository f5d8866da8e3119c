import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ChunkLoadError } from '../providers/chunks.ts';
import { logError } from '../providers/error-log.ts';
import { translate } from '../providers/i18n.ts';
import { currentUser } from '../providers/user.ts';
import './page.css';

type State = { error: Error | null };

/** Shows that a screen failed, keeps the rest working, and offers to reload the screen. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    logError({ message: error.message, info: info.componentStack ?? '', stack: error.stack ?? '', user: currentUser()?.name ?? '' });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const isChunk = error instanceof ChunkLoadError;
    return (
      <div className="k-state" role="alert">
        <h2>{translate(isChunk ? 'shell.chunkTitle' : 'shell.brokenTitle')}</h2>
        <p>{translate(isChunk ? 'shell.chunkText' : 'shell.brokenText')}</p>
        <button type="button" className="k-button" onClick={() => (isChunk ? window.location.reload() : this.setState({ error: null }))}>
          {translate('buttons.retry')}
        </button>
      </div>
    );
  }
}
