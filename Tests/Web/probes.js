// What checks.py asks of a page that is open. Evaluates to an object of questions.
({
  // By how many pixels the page scrolls sideways, what sticks out, and which regions that scroll
  // by themselves cannot be reached or have no name.
  overflow() {
    const root = document.documentElement;
    const wide = root.scrollWidth - root.clientWidth;
    const sticksOut = (box) => box.getBoundingClientRect().right > root.clientWidth + 1;
    const scrollers = [...document.querySelectorAll('.scroll')]
      .filter((box) => box.scrollWidth > box.clientWidth);
    const named = (box) =>
      box.tabIndex >= 0 && (box.ariaLabel || box.getAttribute('aria-labelledby'));
    return {
      wide,
      sticking: wide > 0
        ? [...document.body.querySelectorAll('*')]
          .filter((box) => sticksOut(box) && !box.closest('.scroll'))
          .slice(0, 4).map((box) => box.outerHTML.slice(0, 80))
        : [],
      unreachable: scrollers.filter((box) => !named(box)).map((box) => box.outerHTML.slice(0, 80)),
    };
  },

  // Ids that stand on more than one element, and those that something refers to in vain.
  ids() {
    const all = [...document.querySelectorAll('[id]')].map((one) => one.id);
    const named = (name) => [...document.querySelectorAll(`[${name}]`)]
      .flatMap((one) => one.getAttribute(name).split(/\s+/));
    const copied = named('data-copy').map((one) => one.replace('#', ''));
    const lists = ['for', 'form', 'list', 'aria-describedby', 'aria-labelledby', 'aria-controls'];
    return {
      twice: [...new Set(all.filter((one, n) => all.indexOf(one) !== n))],
      missing: [...new Set([...lists.flatMap(named), ...copied])].filter((one) => !all.includes(one)),
    };
  },

  // Words outside of the window, or of a box that hides what it has no room for. What is cut to a
  // number of lines on purpose stands whole elsewhere.
  cutWords() {
    const hidden = '.visually-hidden, .scroll, .sprite, option, dialog:not([open]), .skip-link';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const found = [];
    while (walker.nextNode()) {
      const box = walker.currentNode.parentElement;
      if (!walker.currentNode.textContent.trim() || !box.checkVisibility()) continue;
      if (box.closest(hidden) || getComputedStyle(box).clipPath !== 'none') continue;
      range.selectNodeContents(walker.currentNode);
      const place = range.getBoundingClientRect();
      let [left, right] = [0, document.documentElement.clientWidth];
      let isCut = false;
      for (let one = box; one; one = one.parentElement) {
        const style = getComputedStyle(one);
        if (style.clipPath !== 'none' || style.overflowX === 'auto') { isCut = null; break; }
        if (style.overflowX !== 'visible' && style.webkitLineClamp === 'none') {
          const edge = one.getBoundingClientRect();
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        }
      }
      if (isCut === null) continue;
      if (place.left < left - 1 || place.right > right + 1) {
        found.push(`${box.tagName}.${box.className} ${walker.currentNode.textContent.trim().slice(0, 40)}`);
      }
    }
    return found.slice(0, 5);
  },

  // How much of the window's height boxes take that stay where they are while the page scrolls.
  shareOfSticky() {
    const heights = [...document.querySelectorAll('body *')].filter((box) =>
      ['sticky', 'fixed'].includes(getComputedStyle(box).position) && box.checkVisibility()
      && box.getBoundingClientRect().height > 4 && !box.closest('.scroll, dialog, .skip-link'))
      .map((box) => box.getBoundingClientRect().height);
    return heights.reduce((sum, one) => sum + one, 0) / innerHeight;
  },

  // Buttons that send no form, links that lead nowhere, and forms with nothing to send them.
  mute() {
    const shown = (box) => box.checkVisibility({ visibilityProperty: true });
    const buttons = [...document.querySelectorAll('button')].filter((button) =>
      shown(button) && (button.type !== 'submit' || !button.form));
    const links = [...document.querySelectorAll('a:not([href])')].filter(shown);
    const fields = [...document.querySelectorAll('input, select, textarea')].filter((field) =>
      shown(field) && !field.form && !field.disabled);
    return [...buttons, ...links, ...fields].map((box) => box.outerHTML.slice(0, 100));
  },

  // Names of people's own that stand alone or in a sentence without a mark around them, and fields
  // for text of theirs that have no direction of their own.
  unmarked(names) {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const known = new Set(names);
    // Names from left to right turn nothing in an English sentence.
    const turning = names.filter((name) => /[\u0590-\u08ff]/.test(name));
    const found = [];
    while (walker.nextNode()) {
      const box = walker.currentNode.parentElement;
      const text = walker.currentNode.textContent.trim();
      if (!known.has(text) && !turning.some((name) => text.includes(name))) continue;
      if (!box.closest('bdi, [dir=auto], option, title')) found.push(box.outerHTML.slice(0, 100));
    }
    const typed = 'textarea, input:not([type]), input[type=text], input[type=search]';
    const fields = [...document.querySelectorAll(typed)].filter((field) =>
      field.dir !== 'auto' && !field.inputMode && field.getAttribute('spellcheck') !== 'false');
    return [...found, ...fields.map((field) => field.outerHTML.slice(0, 100))];
  },

  // Controls below 24 by 24 pixels. A label belongs to its control; a link in a sentence may be as
  // high as its text; one that stands alone needs a free circle of 24 pixels around its middle.
  smallTargets() {
    const selector = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
    const all = [...document.querySelectorAll(selector)].filter((control) =>
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      && !control.closest('.skip-link, dialog:not([open])'));
    const area = (control) => {
      const boxes = [control, ...(control.labels ?? [])].map((box) => box.getBoundingClientRect());
      return {
        width: Math.max(...boxes.map((box) => box.width)),
        height: Math.max(...boxes.map((box) => box.height)),
      };
    };
    const isInSentence = (control) => control.tagName === 'A'
      && getComputedStyle(control).display === 'inline'
      && [...control.parentElement.childNodes].some((node) =>
        node.nodeType === Node.TEXT_NODE && node.textContent.trim().length > 3);
    const isFree = (control) => {
      const own = control.getBoundingClientRect();
      const [x, y] = [own.left + own.width / 2, own.top + own.height / 2];
      return all.every((other) => {
        if (other === control) return true;
        const box = other.getBoundingClientRect();
        const across = Math.max(box.left - x, 0, x - box.right);
        const down = Math.max(box.top - y, 0, y - box.bottom);
        return Math.hypot(across, down) >= 12;
      });
    };
    return all.filter((control) => {
      const { width, height } = area(control);
      return (width < 24 || height < 24) && !isInSentence(control)
        && !(control.tagName === 'A' && isFree(control));
    }).map((control) => control.outerHTML.slice(0, 100));
  },

  // The text with the least contrast: colours are painted one over the other, and read back.
  leastContrast() {
    const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const paint = (colour) => { brush.fillStyle = colour; brush.fillRect(0, 0, 1, 1); };
    const luminance = () => {
      const [red, green, blue] = [...brush.getImageData(0, 0, 1, 1).data].map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (box) => {
      const around = [];
      for (let one = box; one; one = one.parentElement) around.unshift(one);
      paint('Canvas');
      for (const one of around) paint(getComputedStyle(one).backgroundColor);
      const back = luminance();
      paint(getComputedStyle(box).color);
      const front = luminance();
      return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    };
    const hasText = (box) => [...box.childNodes].some((node) =>
      node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    const texts = [...document.querySelectorAll('body *')].filter((box) =>
      hasText(box) && box.checkVisibility() && !box.closest(
        '.visually-hidden, .button, .skip-link, [disabled], dialog:not([open]), svg, option'));
    const words = (box) => `${box.className} ${box.textContent.trim().slice(0, 40)}`;
    return texts.map((box) => [contrast(box), words(box)])
      .reduce((least, one) => (one[0] < least[0] ? one : least), [21, '']);
  },

  // How many places Tab stops at: of a group of radio buttons it is one.
  stops() {
    const groups = new Set();
    const selector =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
    return [...document.querySelectorAll(selector)].filter((control) => {
      if (control.matches(':disabled') || control.closest('dialog:not([open])')) return false;
      if (!control.checkVisibility({ visibilityProperty: true })) return false;
      if (control.type !== 'radio') return true;
      if (groups.has(control.name)) return false;
      return groups.add(control.name);
    }).length;
  },

  // Where the focus is: a number for the element, whether a mark shows it, and whether anything
  // lies over it. Nothing where the page has no focus.
  focus() {
    const control = document.activeElement;
    if (!control || control === document.body) return null;
    const numbers = (window.accordStops ??= new Map());
    if (!numbers.has(control)) numbers.set(control, numbers.size);
    const shown = control.closest('.seg') ?? control;
    const style = getComputedStyle(shown);
    const box = shown.getClientRects()[0] ?? shown.getBoundingClientRect();
    const inside = (value, most) => Math.min(Math.max(value, 0), most - 1);
    const top = document.elementFromPoint(
      inside(box.left + Math.min(box.width / 2, 20), innerWidth),
      inside(box.top + Math.min(box.height / 2, 12), innerHeight));
    return {
      number: numbers.get(control),
      isMarked: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
      isClear: Boolean(top && (shown.contains(top) || top.contains(shown))),
      html: control.outerHTML.slice(0, 100),
    };
  },
})
