// Closes a menu with Escape, which returns the focus to its button, after a choice, or with a click elsewhere.

export function closeMenus() {
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  });
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) menu.open = menu.contains(target);
  });
}

const openMenus = () => document.querySelectorAll('details.menu[open]');
