import { createRoot } from 'react-dom/client';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
createRoot(place).render(<button type="button">Floor</button>);
